export const mcp = {
  'mcp.request-shape':
    'A request has jsonrpc 2.0, an id, a method and optional params that may hold _meta.',
  'mcp.response-shape': 'A response repeats jsonrpc and the id and holds a result.',
  'mcp.tool-result-shape': 'A tool result has a content list of text items and isError.',
  'mcp.modern-result-shape': 'A modern result has its usual members and resultType complete.',
  'mcp.meta-protocol-version': '_meta names the protocol version as text under its namespaced key.',
  'mcp.meta-client-capabilities':
    '_meta names the client capabilities as an object under its namespaced key.',
  'mcp.meta-progress-token': '_meta may hold progressToken, which asks for progress.',
  'mcp.tool-descriptor':
    'A tool is listed with name, description and inputSchema, and with title, outputSchema and annotations where declared.',
  'mcp.resource-descriptor': 'A resource is listed with uri, name, description and mimeType.',
  'mcp.resource-template': 'A resource uri with placeholders is listed and read as a template.',
  'mcp.tool-schema':
    'The input schema of a tool comes from its parameters, constraints of class-typed ones included.',
  'mcp.progress-reporter-excluded': 'A ProgressReporter parameter is not an argument of the tool.',
  'mcp.structured-content': 'A declared return class gives structuredContent beside the text.',
  'mcp.content-blocks':
    'Whatever a tool returns arrives: text, data as JSON, and content blocks recognised by their fields.',
  'mcp.abort-signal': 'An AbortSignal parameter is injected and aborts when the call is cancelled.',
  'mcp.resource-text': 'A resource method returns text, or bytes that are sent as a blob.',

  'mcp.declare-tool': 'A method marked McpTool is a tool with the given name and description.',
  'mcp.declare-resource':
    'A method marked McpResource is a resource with the given uri, name and description.',
  'mcp.declare-extras': 'Both attributes take a last argument for title, annotations and mimeType.',
  'mcp.registry': 'McpRegistry.register(Class) registers the tools and resources of a class.',
  'mcp.server':
    'McpServer takes a registry and McpDispatcher(app), and a logger that is silent by default.',
  'mcp.docs-resource':
    'DocsResource offers each documentation page as fw://docs/<page>, its source as text/markdown.',
  'mcp.docs-resource-included':
    'fw mcp:serve includes DocsResource by itself; over HTTP it is registered explicitly.',

  'mcp.initialize':
    'initialize is answered, without params too, and names the server and its capabilities.',
  'mcp.initialize-versions':
    'initialize answers 2025-03-26, and 2025-06-18 or 2025-11-25 when asked for; an unknown version gets 2025-03-26.',
  'mcp.initialized': 'notifications/initialized is accepted and never answered.',
  'mcp.discover':
    'server/discover answers the supported versions and capabilities in the modern era.',
  'mcp.tools-list': 'tools/list answers the tools under tools.',
  'mcp.tools-call': 'tools/call runs a tool by name with its arguments.',
  'mcp.resources-list': 'resources/list answers the resources.',
  'mcp.resources-read': 'resources/read answers the contents of a uri.',
  'mcp.arguments-flat':
    'Arguments are one flat object, and every parameter is filled from it alike.',
  'mcp.arguments-hydrated':
    'A class-typed argument is hydrated and validated like a body; its errors stand under argument.field.',

  'mcp.stdio': 'fw mcp:serve reads one message a line from stdin and answers one line on stdout.',
  'mcp.stdio-discovery': 'Tools and resources under the roots of the application are discovered.',
  'mcp.stdio-stdout-pure': 'stdout carries protocol lines alone; console output goes to stderr.',
  'mcp.http': 'The server is mounted on /mcp of a kernel, with what McpDiscovery found.',
  'mcp.http-origin-and-host': 'Over HTTP Origin and Host are checked.',

  'mcp.legacy-era':
    'Version 2025-03-26 is served by handshake: initialize, then notifications/initialized.',
  'mcp.modern-era':
    'Version 2026-07-28 is served without state, version and capabilities in the _meta of each request.',
  'mcp.era-by-meta':
    'A message is modern when a key of _meta starts with io.modelcontextprotocol/.',
  'mcp.era-progress-token-is-legacy':
    'A _meta that holds nothing but a progress token leaves the message legacy.',
  'mcp.era-by-header': 'The header MCP-Protocol-Version: 2026-07-28 claims the modern era too.',
  'mcp.eras-side-by-side':
    'One server serves both eras, and the legacy one does not notice the other.',
  'mcp.modern-wrap': 'resultType complete stands in every modern result and in no legacy one.',
  'mcp.get-in-both-eras': 'GET on /mcp is 405 in both eras.',
  'mcp.legacy-batches': 'Batches are answered for 2025-03-26.',
  'mcp.batch-messages': 'A batch of more than 100 messages is -32600.',
  'mcp.answer-bytes':
    'An answer over 64 MiB is -32603 with its id; in a batch, one that no longer fits.',
  'mcp.closing-cancels': 'A client that closes the connection takes back its calls, in both eras.',

  'mcp.progress-report': 'report(progress, { total, message }) sends progress of the running call.',
  'mcp.progress-without-token': 'Without a progress token report does nothing and is safe.',
  'mcp.progress-stdio': 'Each progress notification is written to stdout as a line of its own.',
  'mcp.progress-http': 'Over HTTP notifications arrive one by one, as they are reported.',
  'mcp.progress-synchronous': 'report hands over its notification before it returns.',

  'mcp.error-tool-throws':
    'A tool that throws gives isError: the message of an McpError or HttpError, a fixed text for the rest, and the log has all.',
  'mcp.error-arguments': 'Invalid arguments give isError with the validation body as JSON text.',
  'mcp.error-resource-throws': 'A resource that throws is -32603, and the logger gets the error.',
  'mcp.error-resource-missing':
    'A missing resource is -32602, or -32002 for the legacy versions that ask for that.',
  'mcp.error-parse': 'Text that is not JSON is -32700.',
  'mcp.error-invalid-request': 'A malformed request is -32600.',
  'mcp.error-unknown-method': 'An unknown method is -32601.',
  'mcp.error-unknown-tool': 'An unknown tool is a JSON-RPC error, -32602.',
  'mcp.error-modern-codes':
    'Header mismatch is -32020 and an unsupported version -32022, both with 400.',
  'mcp.resource-templates-list':
    'resources/templates/list answers the resources whose uri has placeholders.',
  'mcp.ping': 'ping is answered with an empty object in the legacy era.',
  'mcp.notification-unanswered':
    'A notification is never answered; over HTTP it is a 202 without a body.',
  'mcp.cancelled': 'A cancelled call aborts its signal and is not answered.',
  'mcp.lists-paginated': 'Lists continue by an opaque cursor, and a cursor that is none is -32602.',
  'mcp.modern-envelope':
    'A modern request without version or capabilities in _meta is -32602 with 400.',
  'mcp.modern-cache-fields':
    'Modern discovery, lists and reads say how long and for whom they may be cached.',
  'mcp.modern-unknown-method-status': 'An unknown method of the modern era is 404 over HTTP.',
  'mcp.request-scope': 'Each message has a request scope of its own.',
} as const
