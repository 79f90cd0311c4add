import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("..", import.meta.url));

export default defineConfig({
  root,
  resolve: {
    // The package under its own name, from its sources.
    alias: [
      {
        find: /^headgate\/endpoints\/([^/]+)\/(server|demo)$/,
        replacement: `${root}endpoints/$1/$2.ts`,
      },
      { find: /^headgate\/endpoints\/([^/]+)$/, replacement: `${root}endpoints/$1/index.ts` },
      { find: /^headgate\/emulator$/, replacement: `${root}src/emulator/index.ts` },
      { find: /^headgate$/, replacement: `${root}src/index.ts` },
    ],
  },
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: [".config/redis-server.ts"],
    testTimeout: 60_000,
    typecheck: { enabled: true, include: ["test/**/*.test-d.ts"] },
  },
});
