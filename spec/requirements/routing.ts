export const routing = {
  'route.attributes':
    'Get, Post, Put, Patch and Delete declare a route with a path and an optional status.',
  'route.attribute-interface':
    "Whatever implements RouteAttribute with httpMethod, path and status is a route, users' own included.",
  'route.status-default': 'Without a declared status a route answers 200, or 204 for no content.',
  'route.several-on-one-method': 'Several route attributes on one method are several routes.',
  'route.placeholders': 'A path holds {name} placeholders; each matches one segment.',
  'route.placeholder-decoded': 'A placeholder is percent-decoded; broken encoding is answered 400.',
  'route.path-is-url':
    'A path that differs from that of its URL, as with dot segments, is 400; no placeholder is "." or "..".',
  'route.one-host':
    'A request with an invalid or a second Host, or none in HTTP/1.1, is 400 on every path.',
  'route.register-reads-once':
    'register reads the public methods of a class once, at boot, and skips those without a route.',
  'route.match': 'match gives the route with its method name, and the path parameters as text.',
  'route.literal-beats-placeholder':
    'A literal segment wins over a placeholder whichever was registered first.',
  'route.literal-falls-through':
    'Where the route of the literal lacks the method, a placeholder route that has it answers.',
  'route.duplicate-refused':
    'Two routes of one method and shape are refused at registration, and both methods are named.',
  'route.trailing-slash': 'A path with a trailing slash is another path.',
  'route.status-for-data': 'The declared status applies to returned data.',
  'route.response-passes-through': 'A returned Response or Reply is sent as it is.',
  'route.no-content':
    'A method without content answers an empty body with 204 or the declared status.',
  'route.null-is-json': 'A returned null is the JSON null.',
  'route.string-is-json': 'Returned text is JSON like any data.',
  'route.api-response-documents':
    'ApiResponse, repeatable, adds statuses to the document and changes nothing at run time.',
  'route.hidden':
    'Hidden on a method or class takes its routes out of the document and the page; they keep working.',
  'route.paginated-item':
    'PaginatedItem documents data as an array of that class and changes nothing at run time.',
  'route.head': 'HEAD runs the GET route and drops the body; a path without GET answers it 405.',
  'route.options': 'OPTIONS answers 204 with Allow; on an unknown path 404.',
  'route.discovery':
    'Controllers under the roots of the application are found without a required folder or name.',

  'endpoint.openapi': 'GET /openapi.json answers the generated document.',
  'endpoint.docs': 'GET /docs answers an HTML page that shows that document.',
  'endpoint.mcp': 'POST /mcp takes JSON-RPC as application/json and answers one JSON response.',
  'endpoint.mcp-stream': 'tools/call with a progress token is answered as text/event-stream.',
  'endpoint.mcp-get': 'GET /mcp is 405 and not a routing 404.',
  'endpoint.mcp-optional': '/mcp exists only for a kernel that was given an MCP server.',
  'endpoint.expose-off': 'exposeOpenApi: false takes /openapi.json and /docs away.',
  'endpoint.before-routing':
    'The built-in endpoints are answered ahead of the router, without a request scope.',

  'kernel.fetch': 'kernel.fetch takes a standard Request and answers a standard Response.',
  'kernel.serve': 'serve from fw/node resolves once it listens, with the port and a way to close.',
  'kernel.lambda': 'toLambdaHandler from fw/lambda makes the kernel a Lambda handler.',

  'error.error-body': 'An error response is an object whose error is one message.',
  'error.validation-body':
    'A validation failure is an object whose errors map a field to a list of messages.',
  'error.not-found': 'No matching route is 404 with "No route matches <METHOD> <path>."',
  'error.method-not-allowed': 'A path without the method is 405 with Allow and an error body.',
  'error.internal':
    'An unexpected error is 500 with "Internal server error."; the error itself goes to the log alone.',
  'error.validation': 'A body that fails validation is 422, and the controller is not called.',
  'error.unresolvable-parameter':
    'A parameter that cannot be filled stops boot with method, parameter and the reasons tried.',
  'error.http-error':
    'An HttpError thrown anywhere answers its status, from 400 to 599, with its message as error.',
  'error.error-response': 'A returned ErrorResponse answers its status with a body holding error.',
} as const
