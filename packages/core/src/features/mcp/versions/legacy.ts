import {
  invalidRequest,
  MessageRefused,
  toMembers,
  type Params,
  type RpcRequest,
} from '../protocol/json-rpc.ts'
import { createToolCall } from '../methods/call-tool.ts'
import { createLists } from '../methods/list-pages.ts'
import { createResourceRead } from '../methods/read-resource.ts'
import type { ProtocolVersion } from './protocol-version.ts'
import type { MessageContext } from '../protocol/method.ts'
import type { ServerParts } from '../methods/server-parts.ts'

/**
 * The supported versions. Only the first one has batches. It is offered to clients that request an unsupported version.
 */
const versions = ['2025-03-26', '2025-06-18', '2025-11-25'] as const

const resourceNotFound = -32002

/** Supports the versions before 2026, which begin with a handshake. The server keeps no state between requests. */
export function createLegacyVersion(parts: ServerParts): ProtocolVersion {
  const lists = createLists(parts)
  return {
    methods: new Map([
      ['initialize', (params) => toMembers(initialize(params, parts))],
      ['ping', () => ({})],
      ['tools/list', lists.tools],
      ['tools/call', createToolCall(parts)],
      ['resources/list', lists.resources],
      ['resources/templates/list', lists.templates],
      [
        'resources/read',
        createResourceRead(parts, { missingCode: resourceNotFound, members: () => ({}) }),
      ],
    ]),
    check: checkVersion,
    versionOf: requestedVersion,
    members: {},
    unknownMethodStatus: 200,
    takesResponses: true,
  }
}

/** True if the version has batches: 2025-06-18 removed them, and its clients send their version in a header. */
export function allowsBatches({ request }: MessageContext): boolean {
  const version = request?.header('mcp-protocol-version')
  return version === undefined || version === versions[0]
}

function initialize({ protocolVersion }: Params, { info, instructions }: ServerParts): object {
  return {
    protocolVersion: isVersion(protocolVersion) ? protocolVersion : versions[0],
    capabilities: { tools: {}, resources: {} },
    serverInfo: info,
    instructions,
  }
}

function checkVersion({ method }: RpcRequest, { request }: MessageContext): void {
  const version = request?.header('mcp-protocol-version')
  if (version === undefined || isVersion(version) || method === 'initialize') return
  throw new MessageRefused(
    invalidRequest,
    `MCP-Protocol-Version is "${version}", which is not supported.`,
    { status: 400, data: { supported: versions, requested: version } },
  )
}

function requestedVersion(
  { protocolVersion }: Params,
  { request }: MessageContext,
): string | undefined {
  const version = request?.header('mcp-protocol-version') ?? protocolVersion
  return isVersion(version) ? (version as string) : undefined
}

function isVersion(value: unknown): boolean {
  return versions.some((version) => version === value)
}
