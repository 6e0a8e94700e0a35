import { relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readClientSettings } from '../client/client-settings.ts'
import { writeClient } from '../client/write-client.ts'
import { describeError } from '../console/describe-error.ts'
import type { DescribeApplication } from '../../features/openapi/describe-application.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { counted } from '../console/counted.ts'

/** The delay, in milliseconds, so that requests that were waiting for the boot are handled first. */
const delay = 100

/** Writes the files of the clients in `fw.client` that are out of date. Never rejects. */
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
      const { folder: clientFolder, changed } = await writeClient(folder, describe, settings, {
        classes,
      })
      if (changed.length === 0) continue
      const files = counted(changed.length, 'file')
      process.stdout.write(`Wrote ${files} to ${relative(folder, clientFolder) || '.'}.\n`)
    }
  } catch (error) {
    process.stderr.write(describeError(error))
  }
}
