export const packages = {
  'packages.esm-and-node': 'Every published package is ESM only and declares Node 22.18 or later.',
  'packages.framework-entry-points':
    'fw is entered by fw, fw/channels, fw/node, fw/bun, fw/deno, fw/lambda, fw/mcp, fw/console, fw/testing and fw/web, its other packages by fw/internals too, and by nothing else.',
  'packages.attributes-from-fw': 'Every attribute an application writes is exported by fw itself.',
  'packages.mcp-entry-point':
    'The machinery of MCP stands behind fw/mcp: server, registry, dispatcher, discovery, DocsResource, ProgressReporter, McpError.',
  'packages.transform-entry-points':
    'The transform is entered as a Node loader by @fw/transform/register and as a Vite and Vitest plugin by @fw/transform/vite.',
  'packages.query-entry-points':
    'The query builder stands alone as @fw/query and takes drivers as optional peers.',
  'packages.queue-entry-points':
    'The queue is entered by @fw/queue, with its durable backends behind @fw/queue/database and @fw/queue/redis; @fw/queue/extension is for fw.',
  'packages.migrate-entry-points': 'Migrations have one entry point, beside their extension.',
  'packages.schedule-entry-points':
    'Schedules are entered by @fw/schedule, with the store in a database behind @fw/schedule/database; @fw/schedule/extension is for fw.',
  'packages.telemetry-entry-points':
    'Spans and metrics are entered by @fw/telemetry, which brings the interface of OpenTelemetry alone; @fw/telemetry/extension is for fw.',
  'packages.auth-entry-points':
    'The schemes are entered by @fw/auth, with their stores behind @fw/auth/database and @fw/auth/redis; @fw/auth/testing is for tests.',
  'packages.application-names-framework':
    'The reference application names the release of the framework it needs.',
  'packages.built-needs-no-transform':
    'A built application runs where neither @fw/transform nor oxc nor TypeScript is installed.',
} as const
