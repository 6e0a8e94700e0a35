// Bun has plugins instead of Node's hooks.
await ('Bun' in globalThis ? import('./hooks/bun-plugin.ts') : import('./hooks/node-hooks.ts'))

export {}
