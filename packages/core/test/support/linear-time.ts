import { expect } from 'vitest'

/**
 * Expects that ten times the size takes less than forty times the processor time: linear work takes
 * ten times, quadratic work a hundred times as long. A busy machine does not matter, because only the
 * time of this process counts.
 */
export async function expectLinearTime(
  work: (size: number) => unknown,
  size: number,
): Promise<void> {
  await work(size)
  let growth = Infinity
  // The speed of a machine may change between two measurements, but hardly three times in a row.
  for (let attempt = 0; attempt < 3 && growth >= 40; attempt += 1) {
    const time = await timeOf(work, size)
    growth = (await timeOf(work, size * 10)) / time
  }
  expect(growth).toBeLessThan(40)
}

/** The processor time of one run, in microseconds. Short work is repeated, because some systems measure in steps. */
async function timeOf(work: (size: number) => unknown, size: number): Promise<number> {
  const start = process.cpuUsage()
  let time = 0
  let runs = 0
  while (time < 50_000) {
    await work(size)
    runs += 1
    const { user, system } = process.cpuUsage(start)
    time = user + system
  }
  return time / runs
}
