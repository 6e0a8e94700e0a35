import { relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readClientSettings } from '../client/client-settings.ts'
import { writeClient } from '../client/write-client.ts'
import { describeError } from '../console/describe-error.ts'
import type { DescribeApplication } from '../../features/openapi/describe-application.ts'
import type { Class } from '../../base/reflection/type-info.ts'

/** The delay, in milliseconds, so that requests that were waiting for the boot are handled first. */
const delay = 100

/** Updates the clients in `fw.client` if their routes have changed. Never rejects. */
export async function rewriteClients(
  folder: string,
  describe: DescribeApplication,
  classes: readonly Class[],
): Promise<void> {
  try {
    const clients = readClientSettings(folder)
    if (!clients) return
    await sleep(delay)
    for (const settings of clients) {
      const { folder: place, changed } = await writeClient(folder, describe, settings, { classes })
      if (changed.length === 0) continue
      process.stdout.write(`Wrote ${changed.length} files to ${relative(folder, place) || '.'}.\n`)
    }
  } catch (error) {
    process.stderr.write(describeError(error))
  }
}
