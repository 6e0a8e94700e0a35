export const openapi = {
  'openapi.version': 'The document is valid OpenAPI 3.1 under an independent validator.',
  'openapi.request-body': 'A body DTO is documented as the request body.',
  'openapi.request-body-types':
    'The request body is documented once for each content type that the route accepts.',
  'openapi.parameters':
    'Query and path parameters are documented with type, default and constraints.',
  'openapi.response-schema':
    'A DTO in the return type, nullable or in a union too, becomes the schema of the default response.',
  'openapi.response-without-schema':
    'A return type without data documents the default response by a description only.',
  'openapi.components':
    'Every DTO schema stands in components/schemas and is referenced, at any depth.',
  'openapi.component-name':
    'A component has the short name of its class or type; two of one name are both qualified by module.',
  'openapi.named-types':
    'An exported enum, interface, union or instance of a generic one is a component under its name.',
  'openapi.list-of': 'A list field is documented as an array with items.',
  'openapi.info': 'Title, version and description come from the package.json of the application.',
  'openapi.operation-names': 'operationId and tags come from the names of class and method.',
  'openapi.doc-comments': 'Summary and description come from doc comments.',
  'openapi.documented-failures': '422 and 400 are documented where the route can answer them.',
  'openapi.exact-schema':
    'An independent validator accepts a payload by its schema exactly when the hydrator does.',
  'openapi.valid-values':
    'Each default, example and listed value of the document is valid under its own schema.',
  'openapi.same-metadata':
    'Document and page are generated from the metadata that serves requests.',
  'openapi.docs-offline': '/docs works without a network beyond the application.',
  'openapi.api-response-schema':
    'The class given to ApiResponse is the schema of that status; an error without one holds error.',
  'openapi.docs-page':
    '/docs follows the colour scheme, filters operations, links to the document as YAML and shows whole addresses.',
  'openapi.generators':
    'Clients that generators make of the document compile strictly and talk to the server.',
  'openapi.carried': 'A declared Reply<T> publishes T, in the document and in clients.',
  'openapi.reply-statuses':
    'Redirects and errors that a method builds where it returns are documented under their statuses.',
} as const
