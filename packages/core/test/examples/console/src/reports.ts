import { Command, Option, type int } from '@fw/core'

export class Reports {
  /**
   * Writes the sales of a month.
   * @param month The month, such as 2026-07.
   * @param top How many products to list.
   * @param format What to write.
   * @param tags Only products with one of these.
   * @param quiet Leave out the title.
   */
  @Command('reports:sales')
  async sales(
    month: string,
    top: int = 3,
    @Option() format: 'text' | 'json' = 'text',
    @Option() tags: string[],
    @Option() quiet = false,
  ) {
    if (!quiet) console.log(`Sales of ${month}, the best ${top}`)
    console.log(
      format === 'json'
        ? JSON.stringify({ month, tags })
        : `tags: ${tags.join(' and ')}`,
    )
    return tags.length > 0 ? 0 : 4
  }
}
