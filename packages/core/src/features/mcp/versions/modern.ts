import { isPlainObject } from '../../../data/validation/plain-object.ts'
import {
  invalidParams,
  MessageRefused,
  toMembers,
  type Params,
  type RpcRequest,
} from '../protocol/json-rpc.ts'
import { createToolCall } from '../methods/call-tool.ts'
import { createLists } from '../methods/list-pages.ts'
import { createResourceRead } from '../methods/read-resource.ts'
import { checkMirroredArguments } from '../catalogue/mirrored-arguments.ts'
import { checkMirrors, headerMismatch } from '../protocol/mirrored-headers.ts'
import type { ProtocolVersion } from './protocol-version.ts'
import type { MessageContext } from '../protocol/method.ts'
import type { ServerParts } from '../methods/server-parts.ts'

const version = '2026-07-28'
const prefix = 'io.modelcontextprotocol/'
const versionKey = `${prefix}protocolVersion`
const capabilitiesKey = `${prefix}clientCapabilities`

const unsupportedVersion = -32022

/**
 * Supports version 2026-07-28, which has no handshake: every request contains the version and capabilities in `_meta`.
 */
export function createModernVersion(parts: ServerParts): ProtocolVersion {
  const cacheScope = parts.access?.isPublic === false ? 'private' : 'public'
  const lists = createLists(parts, toMembers({ ttlMs: parts.ttlMs, cacheScope }))
  const discovery = toMembers({ ...discover(parts), cacheScope })
  return {
    methods: new Map([
      ['server/discover', () => discovery],
      ['tools/list', lists.tools],
      ['tools/call', createToolCall(parts, checkMirroredArguments)],
      ['resources/list', lists.resources],
      ['resources/templates/list', lists.templates],
      [
        'resources/read',
        createResourceRead(parts, {
          missingCode: invalidParams,
          members: ({ ttlMs, cacheScope: own }) =>
            toMembers({ ttlMs, cacheScope: cacheScope === 'private' ? cacheScope : own }),
        }),
      ],
    ]),
    check: checkRequest,
    versionOf: () => version,
    members: toMembers({
      resultType: 'complete',
      _meta: { [`${prefix}serverInfo`]: parts.info },
    }),
    unknownMethodStatus: 404,
    takesResponses: false,
  }
}

/** True if a message or its HTTP request asks for this version. */
export function claimsModern(params: unknown, { request }: MessageContext): boolean {
  return hasClaim(params) || request?.header('mcp-protocol-version') === version
}

/**
 * True if `_meta` has a key with the `prefix`. The progress token, which clients of any version
 * send, has no prefix.
 */
export function hasClaim(params: unknown): boolean {
  const meta = isPlainObject(params) ? params['_meta'] : undefined
  return isPlainObject(meta) && Object.keys(meta).some((key) => key.startsWith(prefix))
}

function discover({ instructions, ttlMs }: ServerParts): object {
  return {
    supportedVersions: [version],
    capabilities: { tools: {}, resources: {} },
    instructions,
    ttlMs,
  }
}

function checkRequest(request: RpcRequest, context: MessageContext): void {
  const claimed = readVersion(request.params ?? {})
  const header = context.request?.header('mcp-protocol-version')
  if (context.request && header !== claimed) {
    throw headerMismatch('MCP-Protocol-Version', header, claimed)
  }
  if (claimed !== version) {
    throw new MessageRefused(unsupportedVersion, `The version "${claimed}" is not supported.`, {
      status: 400,
      data: { supported: [version], requested: claimed },
    })
  }
  if (context.request) checkMirrors(request, context.request)
}

function readVersion({ _meta: meta }: Params): string {
  const claimed = isPlainObject(meta) ? meta[versionKey] : undefined
  if (typeof claimed !== 'string') throw incomplete(versionKey, 'a string')
  if (!isPlainObject((meta as Params)[capabilitiesKey]))
    throw incomplete(capabilitiesKey, 'an object')
  return claimed
}

function incomplete(key: string, form: string): MessageRefused {
  return new MessageRefused(invalidParams, `"_meta" must have "${key}", ${form}.`, { status: 400 })
}
