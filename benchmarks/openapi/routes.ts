/**
 * The declarations of every contestant for one resource: five routes, one class and two shared
 * ones.
 */
export const routesPerResource = 5

/** The operations that a document of so many resources has, as `METHOD /path`. */
export function expectedOperations(resources: number): string[] {
  return Array.from({ length: resources }, (_, index) => [
    `GET /resources${index}`,
    `POST /resources${index}`,
    `GET /resources${index}/{id}`,
    `PUT /resources${index}/{id}`,
    `DELETE /resources${index}/{id}`,
  ])
    .flat()
    .toSorted()
}
