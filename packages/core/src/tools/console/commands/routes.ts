import { chainsOf, type ChainPlan, type TargetPlans } from '../../../http/target-planner.ts'
import { placeOfRoute } from '../../../http/routing/route.ts'
import type { ConsoleCommand } from '../command.ts'
import { builtInArgument, builtInOption } from '../parameter.ts'
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
      builtInArgument(
        'filter',
        { kind: 'string' },
        'List only routes whose method, path or handler contains this text.',
        true,
      ),
      builtInOption(
        'chain',
        { kind: 'boolean' },
        'Show the middleware of each route, the outermost first.',
      ),
      builtInOption('all', { kind: 'boolean' }, 'With --chain: include the files of /docs.'),
      builtInOption('json', { kind: 'boolean' }, 'Print a JSON array.'),
    ],
    async run([filter, isChain, all, json]) {
      const { targets } = await quietly(plan)
      const plans = isChain === true ? chainsOf(targets) : [...targets.routes.values()]
      const shown = plans.filter(({ target }) => all === true || !isFileOfDocs(target))
      const listed = shown.filter(({ target }) => contains(target, filter as string | undefined))
      if (json === true) {
        print(`${JSON.stringify(listed.map(toJson(targets, isChain === true)), undefined, 2)}\n`)
      } else if (listed.length > 0) {
        print(table(isChain === true ? chainRows(listed) : routeRows(listed, targets)))
      } else if (shown.length === 0) {
        print('The application has no routes.\n')
      } else {
        process.stderr.write(
          `No method, path or handler contains "${String(filter)}". Run "fw routes" to list all routes.\n`,
        )
        return 1
      }
      return 0
    },
  }
}

function print(text: string): void {
  process.stdout.write(text)
}

type Target = ChainPlan['target']

/** True if the target serves a file of `/docs`, such as a script or a style sheet. */
function isFileOfDocs({ kind, path = '' }: Target): boolean {
  return kind === 'endpoint' && path.startsWith('/docs/')
}

/** True if the method, path or handler of a target contains the filter. Ignores case. */
function contains(target: Target, filter: string | undefined): boolean {
  const text = [...nameOf(target), handlerOf(target)].join(' ')
  return filter === undefined || text.toLowerCase().includes(filter.toLowerCase())
}

/** Returns a row for each route. Includes access rules if any route or other target has one. */
function routeRows(plans: readonly ChainPlan[], targets: TargetPlans): string[][] {
  const isGuarded = chainsOf(targets).some(({ access }) => access !== undefined)
  return plans.map(({ target, access }) => [
    ...nameOf(target),
    handlerOf(target),
    ...(isGuarded ? [access?.description ?? 'public'] : []),
  ])
}

/**
 * Returns a row for each middleware, outermost first, with its stage and its declaration. Only the first row names the
 * target.
 */
function chainRows(chains: readonly ChainPlan[]): string[][] {
  return chains.flatMap(({ target, middleware }) => {
    const name = nameOf(target)
    if (middleware.length === 0) return [[...name, '', '-', '']]
    return middleware.map(({ stage, type, level }, index) => [
      ...(index === 0 ? name : ['', '']),
      stage,
      type.name,
      level.name,
    ])
  })
}

/** Returns the function that converts a plan to an object for `--json`. */
function toJson(targets: TargetPlans, isChain: boolean): (plan: ChainPlan) => object {
  const sources = new Map(
    Array.from(targets.routes, ([route, plan]) => [plan, placeOfRoute(route)]),
  )
  return (plan) => {
    const { target, access, middleware } = plan
    const { path, route } = target
    return {
      ...(isChain && { kind: target.kind }),
      method: route?.httpMethod,
      path,
      handler: route && handlerOf(target),
      source: sources.get(plan)?.at,
      access: access?.description ?? 'public',
      ...(isChain && {
        middleware: middleware.map(({ stage, type, level }) => ({
          name: type.name,
          stage,
          declaredBy: level.name,
        })),
      }),
    }
  }
}

/** Returns the method and path of a target for a table. */
function nameOf({ kind, path = '(no route)', route }: Target): [string, string] {
  return [route?.httpMethod ?? methods[kind], kind === 'files' ? `${path} (files)` : path]
}

function handlerOf({ route }: Target): string {
  return route ? `${route.controller.name}.${route.methodName}` : ''
}

const methods = { route: '', endpoint: 'any', files: 'GET', unmatched: '' } as const
