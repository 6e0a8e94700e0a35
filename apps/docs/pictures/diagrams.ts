import type { Arrow, Box, Diagram } from './diagram.ts'

const column = { x: 170, width: 300 }

/** Boxes below each other, with arrows between them. */
function steps(boxes: readonly (readonly [title: string, note: string, kind?: Box['kind']])[]) {
  const placed = boxes.map(([title, note, kind]: (typeof boxes)[number], index): Box => {
    const base = { ...column, y: 16 + index * 78, title, note }
    return kind === undefined ? base : { ...base, kind }
  })
  const middle = column.x + column.width / 2
  const arrows = placed
    .slice(1)
    .map(({ y }): Arrow => ({ from: [middle, y - 26], to: [middle, y] }))
  return { boxes: placed, arrows, height: placed.length * 78 + 8 }
}

const path = steps([
  ['Adapter', 'Node, Bun, Deno, Lambda or fetch'],
  ['Kernel', 'built-in paths; catches every error'],
  ['Router', 'finds the route, or responds 404 or 405'],
  ['Middleware', 'five stages; a route without any skips this'],
  ['Body', 'decoded as JSON, a form or an upload'],
  ['Parameters', 'cast and checked by the plan; else 422'],
  ['Your method', 'with values of the declared types', 'yours'],
  ['Reply', 'JSON, a string, a file or a stream'],
])

const requestPath: Diagram = {
  name: 'request-path',
  alt: 'The path of a request: adapter, kernel, router, middleware, body, parameters, your method, reply.',
  width: 640,
  ...path,
  labels: [
    { x: 490, y: 46, text: 'planned at boot:', anchor: 'start' },
    { x: 490, y: 66, text: 'every step below', anchor: 'start' },
    { x: 150, y: 515, text: 'errors skip', anchor: 'end' },
    { x: 150, y: 535, text: 'to the reply', anchor: 'end' },
  ],
}

const stageNames = ['observe', 'respond', 'admit', 'authenticate', 'handle']
const stageNotes = [
  'logs, times, ids',
  'headers, compression',
  'limits, origins',
  'the caller',
  'transactions',
]

const stages: Diagram = {
  name: 'stages',
  alt: 'The five stages of middleware around your method: observe, respond, admit, authenticate, handle. Errors become replies between respond and admit.',
  width: 640,
  height: 440,
  boxes: [
    ...stageNames.map((_, index): Box => ({
      x: 20 + index * 34,
      y: 20 + index * 52,
      width: 600 - index * 68,
      height: 400 - index * 68,
      title: '',
    })),
    { x: 220, y: 284, width: 200, height: 48, title: 'Your method', kind: 'yours' },
  ],
  arrows: [],
  labels: stageNames.map((name, index) => ({
    x: 36 + index * 34,
    y: 44 + index * 52,
    text: `${name}: ${stageNotes[index]}`,
    anchor: 'start' as const,
  })),
}

const readers: readonly (readonly [string, string])[] = [
  ['Router', 'paths and methods'],
  ['Validation', 'and its messages'],
  ['OpenAPI', 'the document, /docs'],
  ['Typed client', 'for the front end'],
  ['MCP tools', 'for agents'],
  ['Command line', 'fw routes, fw check'],
]

const onePlan: Diagram = {
  name: 'one-plan',
  alt: 'A class is read once at boot into a plan. Router, validation, OpenAPI, typed client, MCP tools and command line read the plan.',
  width: 640,
  height: 400,
  boxes: [
    {
      x: 16,
      y: 144,
      width: 150,
      height: 72,
      title: 'Your class',
      note: 'types, decorators',
      kind: 'yours',
    },
    {
      x: 236,
      y: 144,
      width: 140,
      height: 72,
      title: 'Plan',
      note: 'made once, at boot',
      kind: 'strong',
    },
    ...readers.map(([title, note], index): Box => ({
      x: 444,
      y: 12 + index * 64,
      width: 180,
      title,
      note,
    })),
  ],
  arrows: [
    { from: [166, 180], to: [236, 180] },
    ...readers.map((_, index): Arrow => ({ from: [376, 180], to: [444, 38 + index * 64] })),
  ],
}

const bootSteps = steps([
  ['Configuration', 'the environment and .env'],
  ['Extensions', 'installed packages, such as the queue'],
  ['src/bootstrap.ts', 'your services that need a value', 'yours'],
  ['Discovery', 'exported classes with decorators'],
  ['Plans', 'routes, bodies, tools, jobs, commands'],
  ['Access and middleware', 'for each route'],
  ['Ready', 'or all errors, with file and line', 'strong'],
])

const boot: Diagram = {
  name: 'boot',
  alt: 'The steps of boot: configuration, extensions, bootstrap, discovery, plans, access and middleware, ready.',
  width: 640,
  ...bootSteps,
}

const transform: Diagram = {
  name: 'transform',
  alt: 'TypeScript source is parsed by oxc. The transform removes the types from the code and adds a description of each class. fw build does this once; fw dev and Vitest do it when a module is loaded.',
  width: 640,
  height: 250,
  boxes: [
    { x: 16, y: 92, width: 150, height: 64, title: 'books.ts', note: 'with types', kind: 'yours' },
    {
      x: 236,
      y: 92,
      width: 160,
      height: 64,
      title: '@fw/transform',
      note: 'parses with oxc',
      kind: 'strong',
    },
    { x: 456, y: 30, width: 168, height: 64, title: 'JavaScript', note: 'types removed' },
    {
      x: 456,
      y: 154,
      width: 168,
      height: 64,
      title: 'Description',
      note: 'fields, types, comments',
    },
  ],
  arrows: [
    { from: [166, 124], to: [236, 124] },
    { from: [396, 124], to: [456, 62] },
    { from: [396, 124], to: [456, 186] },
  ],
  labels: [{ x: 316, y: 186, text: 'on load, or in fw build' }],
}

const queue: Diagram = {
  name: 'queue',
  alt: 'A web server pushes a job into the store of the queue, in a database or Redis. A worker takes it, and retries it if it throws.',
  width: 640,
  height: 210,
  boxes: [
    {
      x: 16,
      y: 40,
      width: 160,
      height: 64,
      title: 'Web server',
      note: 'queue.push(job)',
      kind: 'yours',
    },
    { x: 246, y: 40, width: 150, height: 64, title: 'Store', note: 'database or Redis' },
    {
      x: 466,
      y: 40,
      width: 158,
      height: 64,
      title: 'Worker',
      note: 'job.handle(…)',
      kind: 'yours',
    },
  ],
  arrows: [
    { from: [176, 72], to: [246, 72], label: 'push' },
    { from: [396, 60], to: [466, 60], label: 'take' },
    { from: [466, 88], to: [396, 88] },
  ],
  labels: [
    { x: 431, y: 126, text: 'done, retry later, or failed' },
    {
      x: 320,
      y: 170,
      text: 'Both are processes of the same application; either can restart without losing a job.',
    },
  ],
}

const existingServer: Diagram = {
  name: 'existing-server',
  alt: 'One port, one process: requests below /v2 go to fw, all others to the old server.',
  width: 640,
  height: 210,
  boxes: [
    { x: 16, y: 72, width: 150, height: 64, title: 'Port 3000', note: 'one process' },
    {
      x: 296,
      y: 16,
      width: 328,
      height: 64,
      title: 'fw',
      note: 'the routes in src',
      kind: 'yours',
    },
    {
      x: 296,
      y: 130,
      width: 328,
      height: 64,
      title: 'Express, Fastify or NestJS',
      note: 'everything else',
    },
  ],
  arrows: [
    { from: [166, 104], to: [296, 48] },
    { from: [166, 104], to: [296, 162] },
  ],
  labels: [
    { x: 222, y: 60, text: '/v2/…' },
    { x: 218, y: 156, text: '/…' },
  ],
}

const helpDesk: Diagram = {
  name: 'help-desk',
  alt: 'The help desk of the tutorial: customers, staff and an assistant call controller and tools; both use the service Tickets, which uses the database and pushes a job for the worker.',
  width: 640,
  height: 330,
  boxes: [
    { x: 16, y: 20, width: 150, title: 'Customers' },
    { x: 16, y: 92, width: 150, title: 'Staff', note: 'with a key' },
    { x: 16, y: 188, width: 150, title: 'Assistant', note: 'with a key' },
    { x: 232, y: 56, width: 170, title: 'TicketsController', note: 'routes', kind: 'yours' },
    { x: 232, y: 188, width: 170, title: 'DeskTools', note: '/mcp', kind: 'yours' },
    { x: 464, y: 122, width: 160, title: 'Tickets', note: 'the service', kind: 'yours' },
    { x: 464, y: 20, width: 160, title: 'Database', note: 'SQLite' },
    { x: 464, y: 250, width: 160, title: 'SendReceipt', note: 'a job, in a worker', kind: 'yours' },
  ],
  arrows: [
    { from: [166, 46], to: [232, 74] },
    { from: [166, 118], to: [232, 92] },
    { from: [166, 214], to: [232, 214] },
    { from: [402, 82], to: [464, 140] },
    { from: [402, 214], to: [464, 160] },
    { from: [544, 122], to: [544, 72] },
    { from: [544, 174], to: [544, 250] },
  ],
}

/** The diagrams of the documentation. */
export const diagrams: readonly Diagram[] = [
  requestPath,
  stages,
  onePlan,
  boot,
  transform,
  queue,
  existingServer,
  helpDesk,
]
