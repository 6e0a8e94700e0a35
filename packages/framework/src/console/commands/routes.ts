import type { Router } from '../../http/router.ts'
import type { ConsoleCommand } from '../command.ts'
import { table } from '../table.ts'

/** `fw routes` */
export function routesCommand(router: Router): ConsoleCommand {
  return {
    name: 'routes',
    description: 'List the routes of the application.',
    owner: 'fw',
    parameters: [],
    run() {
      const rows = router.routes.map(({ httpMethod, path, controller, methodName }) => [
        httpMethod,
        path,
        `${controller.name}.${methodName}`,
      ])
      process.stdout.write(rows.length > 0 ? table(rows) : 'The application has no routes.\n')
    },
  }
}
