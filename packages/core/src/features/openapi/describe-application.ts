import type { DescribedPlans, DescribedRoutes } from './create-document.ts'

/**
 * Creates the OpenAPI document of an application when first called, so that boot does not load or run the generator.
 */
export interface DescribeApplication {
  (): Promise<DescribedRoutes>
  /** Creates the document including the routes marked with `@Hidden()`. */
  withHidden(): Promise<DescribedRoutes>
}

/** Returns the function that creates the document. `root` is the folder of the application's package.json. */
export function describeApplication(
  described: () => DescribedPlans,
  root: string,
): DescribeApplication {
  const create = async (withHidden: boolean) => {
    const [{ createDocument }, { readHead }] = await Promise.all([
      import('./create-document.ts'),
      import('./read-head.ts'),
    ])
    return createDocument(described(), readHead(root), withHidden)
  }
  const shown = once(() => create(false))
  return Object.assign(() => shown(), { withHidden: () => create(true) })
}

/** Runs `load` when first called and caches its result. A failure is not cached. */
export function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}
