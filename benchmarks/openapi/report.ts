/** Times the making of a document, once in a fresh process, and prints it with its cost in milliseconds. */
export async function report(create: () => Promise<string>): Promise<void> {
  const processorStart = process.cpuUsage()
  const start = performance.now()
  const document = await create()
  const milliseconds = performance.now() - start
  const { user, system } = process.cpuUsage(processorStart)
  const line = { milliseconds, processorMilliseconds: (user + system) / 1000, document }
  process.stdout.write(JSON.stringify(line), () => process.exit(0))
}
