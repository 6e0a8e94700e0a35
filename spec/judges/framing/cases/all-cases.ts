import type { FramingCase } from '../framing-case.ts'
import { chunks } from './chunks.ts'
import { connections } from './connections.ts'
import { cookies } from './cookies.ts'
import { fields } from './fields.ts'
import { hostFields } from './hosts.ts'
import { lengths } from './lengths.ts'
import { limits } from './limits.ts'
import { responses } from './responses.ts'
import { startLines } from './start-lines.ts'
import { targets } from './targets.ts'

const groups = {
  'start line': startLines,
  target: targets,
  Host: hostFields,
  fields,
  length: lengths,
  chunks,
  connection: connections,
  response: responses,
  Cookie: cookies,
  limit: limits,
}

/** All cases by their whole name, with the section that requires them. */
export const allCases: ReadonlyMap<string, FramingCase> = new Map(
  Object.entries(groups).flatMap(([group, cases]) =>
    Object.entries(cases).map(([name, framingCase]) => [
      `${group}: ${name} (${framingCase.cites})`,
      framingCase,
    ]),
  ),
)
