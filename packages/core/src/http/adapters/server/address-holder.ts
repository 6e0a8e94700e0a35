import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { basename } from 'node:path'
import { once } from 'node:events'
import { tryRead } from '../../../base/logging/thrown.ts'
import type { AddressHolder, AddressUse } from './address-use.ts'

/** Finds the process that listens on an address, and the next free port. */
export async function findAddressUse(host: string, port: number): Promise<AddressUse> {
  return { holder: findHolder(port), freePort: (await findFreePort(host, port)) ?? port + 1 }
}

/**
 * Returns the process that listens on a TCP port of this machine. Works only on Linux and for processes of the same
 * user; otherwise returns undefined.
 */
function findHolder(port: number): AddressHolder | undefined {
  const sockets = new Set(listeningSockets(port).map((inode) => `socket:[${inode}]`))
  if (sockets.size === 0) return undefined
  const pids = entriesOf('/proc').filter((name) => /^\d+$/.test(name))
  const found = pids.find((pid) => {
    const files = `/proc/${pid}/fd`
    return entriesOf(files).some((file) => sockets.has(linkOf(`${files}/${file}`)))
  })
  return found === undefined ? undefined : describeProcess(Number(found))
}

/** Returns the inodes of the sockets that listen on a port: https://docs.kernel.org/networking/proc_net_tcp.html */
function listeningSockets(port: number): string[] {
  const suffix = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) =>
    readLines(table).flatMap((line) => {
      const [, address = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/)
      return state === listening && address.endsWith(suffix) ? [inode] : []
    }),
  )
}

const listening = '0A'

function describeProcess(pid: number): AddressHolder {
  const [program = ''] = readLines(`/proc/${pid}/cmdline`)[0]?.split('\0') ?? []
  return { pid, program: basename(program), folder: linkOf(`/proc/${pid}/cwd`) }
}

function readLines(path: string): string[] {
  return (tryRead(path, () => readFileSync(path, 'utf8')) ?? '').split('\n')
}

function entriesOf(folder: string): string[] {
  return tryRead(folder, () => readdirSync(folder)) ?? []
}

function linkOf(path: string): string {
  return tryRead(path, () => readlinkSync(path)) ?? ''
}

/** The number of ports to try. */
const maxAttempts = 20

/** Returns the next port above `port` on which this process can listen; undefined after 20 unsuccessful tries. */
async function findFreePort(host: string, port: number): Promise<number | undefined> {
  for (let next = port + 1; next <= Math.min(port + maxAttempts, 65_535); next++) {
    if (await isFree(host, next)) return next
  }
  return undefined
}

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    server.close()
  }
}
