// Runs the program of the suite once for each list of arguments, in one process: loading it takes most of a second.
const [file, ...runs] = process.argv.slice(2)
for (const [index, run] of runs.entries()) {
  const { promise: end, resolve } = Promise.withResolvers<void>()
  process.exit = () => {
    resolve()
    return undefined as never
  }
  process.argv = [process.execPath, file ?? '', ...(JSON.parse(run) as string[])]
  // The query makes it a module of its own, which runs again.
  await import(`${file}?${index}`)
  await end
}
