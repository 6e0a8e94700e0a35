import { chainsOf, type ChainPlan, type TargetPlans } from '../../http/target-planner.ts'
import type { ConsoleCommand } from '../command.ts'
import { builtInOption } from '../parameter.ts'
import { quietly } from '../quietly.ts'
import { table } from '../table.ts'

/** Creates the command `fw routes`. */
export function routesCommand(
  plan: () => Promise<{ readonly targets: TargetPlans }>,
): ConsoleCommand {
  return {
    name: 'routes',
    description: 'List the routes of the application.',
    owner: 'fw',
    parameters: [
      builtInOption(
        'chain',
        { kind: 'boolean' },
        'The middleware around each, the outermost first.',
      ),
    ],
    async run([isChain]) {
      const { targets } = await quietly(plan)
      const rows = isChain === true ? chainRows(chainsOf(targets)) : routeRows(targets)
      process.stdout.write(rows.length > 0 ? table(rows) : 'The application has no routes.\n')
    },
  }
}

/** Returns a row for each route, with its access rules if any route has some. */
function routeRows(targets: TargetPlans): string[][] {
  const isGuarded = chainsOf(targets).some(({ admission }) => admission !== undefined)
  return Array.from(targets.routes, ([route, { admission }]) => [
    route.httpMethod,
    route.path,
    `${route.controller.name}.${route.methodName}`,
    ...(isGuarded ? [admission?.text ?? 'public'] : []),
  ])
}

/**
 * Returns a row for each middleware, outermost first, with its stage and its declaration. A target is named only in its
 * first row.
 */
function chainRows(chains: readonly ChainPlan[]): string[][] {
  return chains.flatMap(({ target, links }) => {
    const { kind, path = '(no route)', route } = target
    const name = [route?.httpMethod ?? methods[kind], kind === 'files' ? `${path} (files)` : path]
    if (links.length === 0) return [[...name, '', '-', '']]
    return links.map(({ stage, type, level }, index) => [
      ...(index === 0 ? name : ['', '']),
      stage,
      type.name,
      level.name,
    ])
  })
}

const methods = { route: '', endpoint: 'any', files: 'GET', unmatched: '' } as const
