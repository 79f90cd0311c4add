/**
 * The picture for the README: one panel for each client, drawn from a run. Light and dark, with no font and
 * no script from elsewhere.
 *
 *     limit ----|||||--------   refused calls
 *          ____/     \_____     what the server counts
 */
import { storyOf } from "./story.ts";
import type { Story } from "./story.ts";

const captions: Readonly<Record<"naive" | "safe" | "matching", readonly [string, string]>> = {
  naive: ["A bucket of 95 %", "full at first, refills in 10 s"],
  safe: ["A bucket that is safe", "small enough for any window"],
  matching: ["headgate", "counts as the exchange counts"],
};

const width = 840;
const plot = { left: 46, width: 560, top: 62, height: 92, step: 142 };
const textLeft = plot.left + plot.width + 24;
const headroom = 1.12;

const light = { card: "#fff", edge: "#d1d9e0", ink: "#1f2328", soft: "#59636e", rest: "#f1f4f7" };
const dark = { card: "#0d1117", edge: "#3d444d", ink: "#f0f6fc", soft: "#9198a1", rest: "#1a2029" };

/** What differs between light and dark; each a class. */
const colours = (of: typeof light, used: string, no: string): string => `
  text{fill:${of.soft}}.title,.name,.figure{fill:${of.ink}}.bad{fill:${no}}.card{fill:${of.card};stroke:${of.edge}}
  .rest{fill:${of.rest}}.used{fill:${used};stroke:${used}}.limit{stroke:${of.soft}}.axis{stroke:${of.edge}}
  .refused{stroke:${no}}`;

const style = `
  text{font:12px system-ui,-apple-system,"Segoe UI",Helvetica,Arial,sans-serif}
  .title{font-size:15px;font-weight:600}.name{font-size:14px;font-weight:600}
  .figure{font-size:20px;font-weight:600}.end{text-anchor:end}.middle{text-anchor:middle}
  .used{fill-opacity:.18;stroke-width:1.5}.limit{stroke-dasharray:4 3}.refused{stroke-opacity:.75}
  ${colours(light, "#0969da", "#cf222e")}
  @media (prefers-color-scheme:dark){${colours(dark, "#4493f8", "#f85149")}}`;

type Panel = Readonly<{ caption: readonly [string, string]; story: Story }>;

/** The whole picture. */
export function picture(): string {
  const panels = (["naive", "safe", "matching"] as const).map((client) => ({
    caption: captions[client],
    story: storyOf(client),
  }));
  const height = plot.top + panels.length * plot.step - 16;
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="t d">`,
    `<title id="t">Three ways to keep a limit of 100 calls in any 10 seconds</title>`,
    `<desc id="d">${description(panels)}</desc>`,
    `<style>${style}</style>`,
    `<rect class="card" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="6"/>`,
    `<text class="title" x="20" y="30">100 calls in any 10 seconds</text>`,
    `<text x="${plot.left + plot.width}" y="30" class="end">what the server counts, and each call that it <tspan class="bad">refuses</tspan></text>`,
    ...panels.map((each, index) => drawn(each, plot.top + index * plot.step)),
    `</svg>`,
  ].join("\n")}\n`;
}

function description(panels: readonly Panel[]): string {
  const sentences = panels.map(({ caption: [name], story }) => {
    const refused = story.refusedAtMs.length;
    const used = percent(story.utilisation);
    return `${name}: ${story.accepted} calls answered, ${refused} refused, ${used} of the limit in use.`;
  });
  const how =
    "Drawn from runs in virtual time against a server that counts a rolling window, with calls without " +
    "end for 23 s and nothing for 15 s, twice. In use is the mean of what the server counts while there are calls.";
  return [...sentences, how].join(" ");
}

function drawn({ caption: [name, how], story }: Panel, top: number): string {
  const { left, height } = plot;
  const right = left + plot.width;
  const bottom = top + height;
  const limitY = rounded(bottom - height / headroom);
  const refused = story.refusedAtMs.length;
  const seconds = Array.from({ length: Math.floor(story.shownMs / 10_000) + 1 }, (_, n) => 10 * n);
  const x = (atMs: number): number => rounded(left + (plot.width * atMs) / story.shownMs);
  return [
    ...story.rests.map(({ fromMs, untilMs }) => {
      const middle = rounded((x(fromMs) + x(untilMs)) / 2);
      const band = `x="${x(fromMs)}" y="${top}" width="${rounded(x(untilMs) - x(fromMs))}" height="${height}"`;
      return `<rect class="rest" ${band}/><text class="middle" x="${middle}" y="${rounded(limitY + 16)}">no calls</text>`;
    }),
    `<path class="used" d="${area(story, bottom, height / headroom)}"/>`,
    `<path class="limit" d="M${left} ${limitY}H${right}"/>`,
    `<path class="axis" d="M${left} ${bottom}H${right}"/>`,
    `<text class="end" x="${left - 8}" y="${limitY + 4}">${story.limit}</text>`,
    `<text class="end" x="${left - 8}" y="${bottom + 4}">0</text>`,
    ...seconds.map(
      (second) =>
        `<text class="middle" x="${x(second * 1_000)}" y="${bottom + 16}">${second}${second === 0 ? " s" : ""}</text>`,
    ),
    `<path class="refused" d="${story.refusedAtMs.map((atMs) => `M${x(atMs)} ${limitY - 1}v-10`).join("")}"/>`,
    `<text class="name" x="${textLeft}" y="${top + 12}">${name}</text>`,
    `<text x="${textLeft}" y="${top + 29}">${how}</text>`,
    `<text class="figure${refused > 0 ? " bad" : ""}" x="${textLeft}" y="${top + 58}">${refused} refused</text>`,
    `<text x="${textLeft}" y="${top + 76}">${story.accepted} answered</text>`,
    `<text x="${textLeft}" y="${top + 92}">${percent(story.utilisation)} of the limit in use</text>`,
  ].join("\n");
}

/** One step for each part of a second in which the count changes. */
function area({ usedAt, shownMs, limit }: Story, bottom: number, height: number): string {
  const stepMs = shownMs / plot.width;
  const steps: string[] = [];
  let before = 0;
  for (let index = 0; index <= plot.width; index += 1) {
    const used = usedAt(index * stepMs);
    if (used !== before)
      steps.push(`H${plot.left + index}V${rounded(bottom - (height * used) / limit)}`);
    before = used;
  }
  return `M${plot.left} ${bottom}${steps.join("")}H${plot.left + plot.width}V${bottom}`;
}

function rounded(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
