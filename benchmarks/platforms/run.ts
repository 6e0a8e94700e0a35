// `npm run bench -- platforms requests` runs one part; without a name all run.
const parts = ['requests', 'cold-start', 'memory']
const asked = parts.filter((part) => process.argv.includes(part))
for (const part of asked.length > 0 ? asked : parts) await import(`./${part}.ts`)
