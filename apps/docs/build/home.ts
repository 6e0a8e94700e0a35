/** A heading of the home page with a sentence, and the page that explains it. */
interface Feature {
  readonly title: string
  readonly text: string
  readonly page: string
}

const features: readonly Feature[] = [
  {
    title: 'Types are the validation',
    text: 'Bodies, queries and placeholders are checked by the types that you declare. All errors are in one response.',
    page: 'types',
  },
  {
    title: 'Documentation that matches',
    text: 'The OpenAPI document, its page and a typed client come from the same classes.',
    page: 'openapi',
  },
  {
    title: 'Errors before the first request',
    text: 'A wrong declaration stops the start, with file, line and fix. One command finds all of them.',
    page: 'checking',
  },
  {
    title: 'Tools for agents',
    text: 'One decorator makes a method a tool of the Model Context Protocol, with the same rules and sign-in.',
    page: 'mcp',
  },
  {
    title: 'A backend in one piece',
    text: 'Queries, migrations, jobs, schedules, sign-in and metrics are packages that fit together.',
    page: 'contents',
  },
  {
    title: 'Any platform',
    text: 'Node, AWS Lambda, Bun, Deno and Cloudflare Workers pass the same contract tests.',
    page: 'adapters',
  },
]

/** The home of the site: what fw is, by the opening of the README with its program and figures. */
export function homePage(readme: string): string {
  const [, opening = ''] = /^# .*\n\n([^]*?)\n\n```/.exec(readme) ?? []
  const [program = ''] = /^```ts\n[^]*?^```$/m.exec(readme) ?? []
  const [first = '', ...rest] = opening.replaceAll('\n', ' ').split(/(?<=\.) /)
  return `---
layout: home
title: fw
titleTemplate: A web framework for TypeScript
---

<main class="opening">

# ${first.replace(/\.$/, '')}

${rest.join(' ')}

<div class="ways">

[Get started](getting-started.md) [Tutorial](tutorial.md) [Why fw?](why.md)

</div>

## One class is the whole program

${program}

The class is read once, at boot. Everything else follows from it:

![A class is read once at boot into a plan. Router, validation, OpenAPI, typed client, MCP tools and command line read the plan.](pictures/one-plan.svg)

<div class="features">

${features.map(({ title, text, page }) => `<div>\n\n### [${title}](${page}.md)\n\n${text}\n\n</div>`).join('\n')}

</div>

## Tools that need no installation

![The page at /docs shows the operations of an application, with parameters, bodies and a button to send requests.](pictures/docs-page-light.png)

![fw dev in a terminal: the addresses of the application, its API documentation and the inspector, and a line for each request.](pictures/terminal-dev.svg)

## Figures

Lower is better. Each benchmark first checks that all contestants return the same responses. [Why fw](why.md#figures) names the evidence.

${figuresOf(readme)}

## Come from another framework

[NestJS](from-nestjs.md), [Express](from-express.md), [FastAPI](from-fastapi.md), [ts-rest](from-ts-rest.md): your word, our word, and the same program on both sides. fw can also run [in an existing server](existing-server.md).

</main>
`
}

/** The table of figures in the README, without the column of links to evidence. */
function figuresOf(readme: string): string {
  const [table = ''] = /^\| Measured [^]*?(?=\n\n)/m.exec(readme) ?? []
  return table.replaceAll(/^(\|[^|]*\|[^|]*\|[^|]*\|)[^|]*\|$/gm, '$1')
}
