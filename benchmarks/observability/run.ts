import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { compareGroups, type Group } from '../http/compare-groups.ts'
import { rows } from './rows.ts'

const groups: readonly Group<'hello'>[] = [
  {
    contestants: ['floor', 'floor-copy', 'off-fw', 'ids-fw', 'log-fw', 'metrics-fw', 'seen-fw'],
    rows: ['hello'],
  },
  {
    contestants: ['floor', 'floor-copy', 'traced-fw', 'traced-fastify', 'traced-nest'],
    rows: ['hello'],
  },
]

// The receiver of the spans is not part of a server, and runs on the core of the load.
let spans = 0
const collector = createServer((request, response) => {
  request.on('data', (piece: Buffer) => (spans += piece.length))
  request.on('end', () => response.end())
}).listen(0, '127.0.0.1')
await new Promise((resolve) => collector.once('listening', resolve))
const { port } = collector.address() as AddressInfo
process.env['OTEL_EXPORTER_OTLP_ENDPOINT'] = `http://127.0.0.1:${port}`
process.env['OTEL_METRICS_EXPORTER'] = 'none'
process.env['OTEL_LOGS_EXPORTER'] = 'none'
await compareGroups({ folder: 'observability', title: 'Observability', rows, groups })
collector.close()
collector.closeAllConnections()
if (spans === 0) console.log('No spans arrived.')
