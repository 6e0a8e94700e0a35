import type { DescribedRoutes } from '../../features/openapi/create-document.ts'
import type { Tool } from '../../features/mcp/catalogue/tool.ts'
import type { TypeInfo } from '../../base/reflection/type-info.ts'
import { createOperation, type ClientOperation } from './client-operation.ts'
import { dataTypes } from './client-response.ts'
import { createTools, type ClientTool } from './client-tool.ts'
import { declareTypes, type DeclaredTypes, type TypeUse } from './declared-types.ts'
import { UnusableClientSettings } from './errors.ts'
import { groupsOf, type Group } from './groups.ts'

export type ClientGroup = Group<ClientOperation>

/** A client as data, from which its files are written. */
export interface ClientModel {
  readonly groups: readonly ClientGroup[]
  /** Sorted by name. */
  readonly tools: readonly ClientTool[]
  readonly types: DeclaredTypes
}

/** Creates the model of a client with the groups of `only`. The same routes and tools create the same model. */
export function createModel(
  described: DescribedRoutes,
  tools: Iterable<Tool>,
  only: readonly string[] | undefined,
): ClientModel {
  const groups = chooseGroups(groupsOf([...described.operations.keys()]), only).map((group) => ({
    ...group,
    operations: group.operations.map((each) => createOperation(each, described)),
  }))
  const model = { groups, tools: createTools(tools) }
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

function chooseGroups(groups: readonly Group[], only: readonly string[] | undefined) {
  if (!only) return groups
  const names = groups.map(({ name }) => name)
  const unknown = only.find((name) => !names.includes(name))
  if (unknown !== undefined) {
    throw new UnusableClientSettings(
      `"only" contains ${unknown}, but there is no such group. The groups are ${names.join(', ')}.`,
    )
  }
  return groups.filter(({ name }) => only.includes(name))
}
