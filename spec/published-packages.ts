import type { TestProject } from 'vitest/node'
import { linkPackages } from '../packaging/link-packages.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A `node_modules` with our packages as they are published. */
    publishedPackages: string
  }
}

/** Before all tests, and after changes of sources: writes the packages that applications of tests use. */
export async function setup(project: TestProject): Promise<void> {
  const provide = async () => project.provide('publishedPackages', await linkPackages())
  await provide()
  project.onTestsRerun(provide)
}
