import type { scan } from '@fw/transform'

export type ScannedClass = ReturnType<typeof scan>[number]

/**
 * The framework's classes whose subclasses are used even without decorators. Discovery finds the
 * subclasses, so that tools can use them without booting the application.
 */
const usedBaseClasses: ReadonlySet<string> = new Set([
  'Authentication',
  'Messages',
  'MigrationConnection',
])

/**
 * Finds the classes that an application uses: classes with decorators, jobs, subclasses of `usedBaseClasses`, and
 * classes that inherit decorators from a parent. Parents are found by name. If the parent is exported and concrete, it
 * is used itself, and a subclass counts only if it has decorators or is a job.
 */
export function findUsed(classes: readonly ScannedClass[]): {
  readonly used: ReadonlySet<ScannedClass>
  /** The classes that other classes extend. */
  readonly extended: ReadonlySet<ScannedClass>
} {
  const jobs = new Set(classes.filter((each) => each.implements.includes('Job')))
  const used = new Set(
    classes.filter(
      (each) => each.decorators || jobs.has(each) || usedBaseClasses.has(each.extends ?? ''),
    ),
  )
  const extended = new Set<ScannedClass>()
  const children = Map.groupBy(classes, (each) => each.extends)
  for (const parent of used) {
    const usesChildren = parent.abstract || !parent.exported || jobs.has(parent)
    const names = new Set([parent.name, parent.exportedName ?? ''])
    for (const child of [...names].flatMap((name) => (name && children.get(name)) || [])) {
      extended.add(parent)
      if (!usesChildren) continue
      if (jobs.has(parent)) jobs.add(child)
      used.add(child)
    }
  }
  return { used, extended }
}
