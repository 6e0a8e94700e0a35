import type { DescribedRoutes } from '../../../features/openapi/create-document.ts'
import type { Tool } from '../../../features/mcp/catalogue/tool.ts'
import type { TypeInfo } from '../../../base/reflection/type-info.ts'
import { createOperation, type ClientOperation } from './operation.ts'
import { dataTypes } from './response.ts'
import { createTools, type ClientTool } from './tool.ts'
import { declareTypes, type DeclaredTypes, type TypeUse } from '../types/declared-types.ts'
import type { Group } from './groups.ts'

export type ClientGroup = Group<ClientOperation>

/** The data from which the files of a client are written. */
export interface ClientModel {
  readonly groups: readonly ClientGroup[]
  /** The tools, sorted by name. */
  readonly tools: readonly ClientTool[]
  readonly types: DeclaredTypes
}

/** Creates the model of a client. The result depends only on the routes and tools, not on their order. */
export function createModel(
  groups: readonly Group[],
  described: DescribedRoutes,
  tools: Iterable<Tool>,
): ClientModel {
  const model = {
    groups: groups.map((group) => ({
      ...group,
      operations: group.operations.map((each) => createOperation(each, described)),
    })),
    tools: createTools(tools),
  }
  return { ...model, types: declareTypes(usesOf(model)) }
}

function usesOf({ groups, tools }: Omit<ClientModel, 'types'>): TypeUse[] {
  const uses = (
    requests: readonly { readonly type: TypeInfo }[],
    responses: readonly TypeInfo[],
  ) => [
    ...requests.map(({ type }) => ({ type, direction: 'request' as const })),
    ...responses.map((type) => ({ type, direction: 'response' as const })),
  ]
  return [
    ...groups.flatMap(({ operations }) =>
      operations.flatMap(({ input, response }) => uses(input.members, dataTypes(response))),
    ),
    ...tools.flatMap(({ input, result }) => uses(input, 'type' in result ? [result.type] : [])),
  ]
}
