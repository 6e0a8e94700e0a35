import { createApp } from './app.ts'
import { McpToolAttribute } from './features/mcp/catalogue/decorators.ts'
import { isRouteAttribute } from './http/routing/decorators.ts'
import { planHealthChecks } from './features/health/health-checks.ts'
import { UseAttribute } from './http/chain/middleware.ts'
import { attempt, attemptEach, collectErrors } from './base/reflection/attempt.ts'
import { placeOf } from './base/reflection/place-of.ts'
import { isReflectable, reflect } from './base/reflection/reflect.ts'
import type { Class } from './base/reflection/type-info.ts'
import { registerApplication } from './register-application.ts'
import { planRegistered, refuseUncallable, type RegisteredApplication } from './registration.ts'
import { checkServices } from './tools/check/check-services.ts'
import { checkTypes, checkUnderInvalidPath } from './tools/check/check-types.ts'
import { documentedRemedy } from './tools/check/documented-remedy.ts'
import { checkEnvFile } from './tools/check/check-env-file.ts'
import { parseLocation, sortFindings, toFindings, type Finding } from './tools/check/finding.ts'
import { importWithPlaceholders } from './tools/check/import-with-placeholders.ts'

export interface CheckOptions {
  /** True to also run the bootstrap, plan the container and boot the application. */
  readonly boots?: boolean
}

/**
 * Returns all errors and warnings about the declarations and configuration keys of an application in one pass.
 * Registers its classes, but creates no services unless `boots` is set.
 */
export async function checkApplication(
  folder: string,
  { boots = false }: CheckOptions = {},
): Promise<Finding[]> {
  let app: RegisteredApplication | undefined
  const mistakes = await collectErrors(async () => {
    const release = await importWithPlaceholders(folder)
    try {
      app = await registerApplication(folder)
      await checkRegistered(app)
      const services = checkClasses(app)
      if (boots) await checkBoot(folder, services)
    } finally {
      release()
    }
  })
  return sortFindings([
    ...toFindings(mistakes, documentedRemedy),
    ...undeclaredReturns(app),
    ...checkEnvFile(folder),
  ])
}

async function checkRegistered(app: RegisteredApplication): Promise<void> {
  const { extensions, classes, container, config } = app
  for (const { check } of extensions) {
    const register = await attempt({ name: '', at: '' }, () =>
      check?.({ container, config, classes }),
    )
    if (!register) continue
    for (const type of classes)
      await attempt(
        () => placeOf(type),
        () => register(type),
      )
  }
  attempt({ name: '', at: '' }, () => refuseUncallable(app))
  attempt({ name: '', at: '' }, () => planHealthChecks(classes, container))
  await attempt({ name: '', at: '' }, () => planRegistered(app).describe())
}

/** Boots the application, and creates the services that would be created on first use: their constructors may throw. */
async function checkBoot(folder: string, services: Iterable<Class>): Promise<void> {
  const { container } = await createApp(folder)
  try {
    attemptEach(services, placeOf, (type) => {
      if (container.lifetime(type) === 'singleton') container.get(type)
    })
  } finally {
    await container[Symbol.asyncDispose]()
  }
}

/**
 * Checks declarations that the boot would not reach after an error: the types of the methods of
 * routes and tools, and the services of all classes. Returns the classes whose instances the
 * application calls.
 */
function checkClasses(app: RegisteredApplication): ReadonlySet<Class> {
  const { classes, commands, listeners } = app
  const services = new Set<Class>([...commands.classes, ...listeners.classes])
  for (const type of classes.filter(isReflectable)) {
    const reflection = reflect(type)
    const published = reflection.methods.filter(({ attributes }) => attributes.some(isPublished))
    for (const method of published) {
      checkTypes(reflection, method)
      checkUnderInvalidPath(reflection, method)
    }
    if (published.length > 0) services.add(type)
    const uses = [
      ...reflection.attributes,
      ...reflection.methods.flatMap((each) => each.attributes),
    ]
    for (const use of uses.filter((each) => each instanceof UseAttribute)) {
      for (const middleware of use.classes) services.add(middleware)
    }
  }
  checkServices(app, services)
  return services
}

/**
 * Returns warnings for published methods without a return type: documents and clients cannot describe their responses.
 */
function undeclaredReturns(app: RegisteredApplication | undefined): Finding[] {
  const described = (app?.classes ?? []).filter(isReflectable).map(reflect)
  return described.flatMap(({ name, methods }) =>
    methods
      .filter(({ returns, attributes }) => returns === undefined && attributes.some(isPublished))
      .map((method): Finding => {
        const code = 'UndeclaredReturn'
        const text = `${name}.${method.name} declares no return type, so its schema allows any value.`
        const remedy = documentedRemedy(code, text)
        return { severity: 'warning', code, class: name, ...parseLocation(method.at), text, remedy }
      }),
  )
}

function isPublished(use: object): boolean {
  return isRouteAttribute(use) || use instanceof McpToolAttribute
}
