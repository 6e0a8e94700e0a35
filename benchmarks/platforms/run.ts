const parts = {
  requests: () => import('./requests.ts'),
  'cold-start': () => import('./cold-start.ts'),
  memory: () => import('./memory.ts'),
}

// Without a name all run.
const asked = Object.entries(parts).filter(([name]) => process.argv.includes(name))
for (const [, run] of asked.length > 0 ? asked : Object.entries(parts)) await run()
