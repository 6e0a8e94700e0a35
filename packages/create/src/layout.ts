import type { Installer } from './installers.ts'

/** The folders of a project. */
export interface Layout {
  readonly isMonorepo: boolean
  /** The path of the application with a final slash; empty if the project is a single application. */
  readonly app: string
  /** The path of the front end. */
  readonly web: string
  /** The values of placeholders that depend on the layout. */
  readonly values: Readonly<Record<string, string>>
}

/** Returns the folder layout of a project, which is a monorepo or a single application. */
export function layoutOf(isMonorepo: boolean, project: string, { run, exec }: Installer): Layout {
  const app = isMonorepo ? 'apps/api/' : ''
  /** Returns a shell command that runs in the folder of the application, started from the folder of the project. */
  const inApp = (command: string) => (isMonorepo ? `(cd apps/api && ${command})` : command)
  const shared = {
    app,
    migrate: inApp(`${run} migrate`),
    work: inApp(`${run} work`),
    schedule: inApp(`${run} schedule`),
    hello: inApp(`${exec} fw hello:later Ada`),
    summary: inApp(`${exec} fw schedule:run DailySummary.write`),
    key: inApp(`${exec} fw key:create ada`),
  }
  if (!isMonorepo) {
    return {
      isMonorepo,
      app,
      web: 'web',
      values: {
        ...shared,
        application: project,
        web: 'web',
        appfolder: 'this folder',
        fw: 'node_modules/@fw/core/bin/fw',
        backend: '..',
        clientfolder: 'client',
        client: '../../client/index.js',
        shared: '',
        maxlength: '200',
      },
    }
  }
  return {
    isMonorepo,
    app,
    web: 'apps/web',
    values: {
      ...shared,
      application: '@app/api',
      web: 'apps/web',
      appfolder: '`apps/api`',
      fw: '../../node_modules/@fw/core/bin/fw',
      backend: '../api',
      clientfolder: '../../packages/api-client',
      client: '@app/api-client',
      shared: '@app/shared',
      maxlength: 'maxNoteLength',
    },
  }
}
