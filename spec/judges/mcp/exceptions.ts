const optional =
  'A server declares what it offers ([Capability negotiation](https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle#capability-negotiation)); ' +
  '[this one does not offer](../../packages/core/docs/mcp.md#what-is-not-supported)'
const prompts = `${optional} prompts.`
const completion = `${optional} completion of arguments.`
const logging = `${optional} log messages for clients. They go to the log of the server.`
const subscriptions = `${optional} subscriptions to changes of resources and lists.`
const input = `${optional} tools that ask the client for input, a sample or its roots.`
const schemas =
  'The check needs a tool with a handwritten schema. Schemas come from the types of parameters.'
const sessions =
  'A server MAY assign a session ([Session Management](https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#session-management)). ' +
  'This one assigns none, so that any instance can serve any request.'
const tasks = `${optional} tasks, an optional extension (SEP-2663).`
const skills = `${optional} skills, an optional extension (SEP-2640).`

/** Why checks of the suite do not pass, by what the server does not offer. */
export const exceptions: Readonly<Record<string, string>> = Object.fromEntries([
  ...except(
    completion,
    ['2025-06-18', '2025-11-25', '2026-07-28'],
    ['completion-complete: completion-complete'],
  ),
  ...except(
    logging,
    ['2025-06-18', '2025-11-25'],
    ['logging-set-level: logging-set-level', 'tools-call-with-logging: tools-call-with-logging'],
  ),
  ...except(
    prompts,
    ['2025-06-18', '2025-11-25', '2026-07-28'],
    [
      'prompts-get-embedded-resource: prompts-get-embedded-resource',
      'prompts-get-simple: prompts-get-simple',
      'prompts-get-with-args: prompts-get-with-args',
      'prompts-get-with-image: prompts-get-with-image',
      'prompts-list: prompts-list',
    ],
  ),
  ...except(
    prompts,
    ['2026-07-28'],
    [
      'caching: sep-2549-prompts-list-caching-hints',
      'input-required-result-non-tool-request: sep-2322-non-tool-incomplete',
      'server-stateless: sep-2575-server-sends-prompts-list-changed-on-subscription',
    ],
  ),
  ...except(
    subscriptions,
    ['2025-06-18', '2025-11-25'],
    ['resources-subscribe: resources-subscribe', 'resources-unsubscribe: resources-unsubscribe'],
  ),
  ...except(
    subscriptions,
    ['2026-07-28'],
    [
      'server-stateless: sep-2575-server-sends-subscription-ack',
      'server-stateless: sep-2575-server-tags-subscription-id',
      'server-stateless: sep-2575-server-honors-notification-filter',
      'server-stateless: sep-2575-server-sends-tools-list-changed-on-subscription',
    ],
  ),
  ...except(sessions, ['2025-06-18', '2025-11-25'], ['server-session-lifecycle']),
  ...except(
    sessions,
    ['2025-11-25'],
    [
      'server-sse-multiple-streams: server-sse-multiple-streams-session',
      'server-sse-polling: server-sse-polling-session',
    ],
  ),
  ...except(
    input,
    ['2025-06-18', '2025-11-25'],
    ['tools-call-elicitation: tools-call-elicitation', 'tools-call-sampling: tools-call-sampling'],
  ),
  ...except(
    input,
    ['2025-11-25'],
    [
      'elicitation-sep1034-defaults: elicitation-sep1034-general',
      'elicitation-sep1330-enums: elicitation-sep1330-general',
    ],
  ),
  ...except(
    input,
    ['2026-07-28'],
    [
      'input-required-result-basic-elicitation: sep-2322-elicitation-incomplete',
      'input-required-result-basic-list-roots: sep-2322-list-roots-incomplete',
      'input-required-result-basic-sampling: sep-2322-sampling-incomplete',
      'input-required-result-capability-check: sep-2322-respect-client-capabilities',
      'input-required-result-ignore-extra-params: sep-2322-ignore-unexpected-params',
      'input-required-result-missing-input-response: sep-2322-missing-response-rerequests',
      'input-required-result-multi-round: sep-2322-multi-round-r1',
      'input-required-result-multiple-input-requests: sep-2322-multiple-inputs-incomplete',
      'input-required-result-request-state: sep-2322-request-state-incomplete',
      'input-required-result-result-type: sep-2322-result-type-included',
      'input-required-result-tampered-state: sep-2322-reject-tampered-state',
      'server-stateless: sep-2575-server-rejects-undeclared-capability',
      'server-stateless: sep-2575-missing-capability-http-400',
    ],
  ),
  ...except(
    schemas,
    ['2025-11-25', '2026-07-28'],
    ['json-schema-2020-12: json-schema-2020-12-tool-found'],
  ),
  ...except(
    tasks,
    ['2026-07-28'],
    [
      'tasks-capability-negotiation: tasks-extension-advertised',
      'tasks-capability-negotiation: sep-2663-tasks-methods-non-declaring',
      'tasks-capability-negotiation: sep-2663-server-rejects-undeclared-client',
      'tasks-capability-negotiation: tasks-per-request-meta-opt-in',
      'tasks-dispatch-and-envelope: tasks-server-directed-creation-no-hint',
      'tasks-dispatch-and-envelope: sep-2663-legacy-task-param-ignored',
      'tasks-dispatch-and-envelope: tasks-immediate-result-shortcut',
      'tasks-dispatch-and-envelope: tasks-result-type-complete-on-non-task-responses',
      'tasks-dispatch-and-envelope: sep-2663-durable-create-strong-consistency',
      'tasks-dispatch-and-envelope: sep-2663-tasks-get-invalid-task-id-32602',
      'tasks-lifecycle: tasks-sync-tool-call',
      'tasks-lifecycle: sep-2663-result-type-task-on-create',
      'tasks-lifecycle: sep-2663-tasks-get-status-working',
      'tasks-lifecycle: sep-2663-tasks-get-status-completed',
      'tasks-lifecycle: sep-2663-tool-error-uses-completed-status',
      'tasks-lifecycle: sep-2663-tasks-get-status-failed',
      'tasks-lifecycle: sep-2663-cancel-ack-empty-result',
      'tasks-lifecycle: tasks-cancel-terminal-idempotent-ack',
      'tasks-mrtr-composition: sep-2663-mrtr-synchronous-before-task-creation',
      'tasks-mrtr-input: sep-2663-tasks-get-status-input-required',
      'tasks-mrtr-input: tasks-mrtr-tasks-update-resumes',
      'tasks-mrtr-input: tasks-mrtr-partial-fulfillment',
      'tasks-request-headers: tasks-headers-tolerate-mcp-method-on-tools-call',
      'tasks-request-headers: sep-2663-routing-headers-accepted-on-tasks-get',
      'tasks-request-headers: sep-2663-server-rejects-mismatched-mcp-name-on-tasks-get',
      'tasks-request-state-removal: tasks-request-state-removal-setup',
      'tasks-required-task-error: sep-2663-server-returns-missing-capability-when-required',
      'tasks-status-notifications: tasks-status-notifications',
      'tasks-wire-fields: tasks-wire-field-renames',
      'tasks-wire-fields: tasks-no-early-ttl-expiry',
      'tasks-wire-fields: tasks-no-related-task-meta-on-inlined-result',
    ],
  ),
  ...except(
    skills,
    ['other'],
    [
      'sep-2640-skills-directory: sep-2640-capability-directory-read-flag',
      'sep-2640-skills-directory: sep-2640-directory-read-method-registered',
      'sep-2640-skills-directory: sep-2640-directory-read-result-resources-shape',
      'sep-2640-skills-directory: sep-2640-directory-read-subdir-mimetype',
      'sep-2640-skills-directory: sep-2640-directory-read-invalid-params',
      'sep-2640-skills-directory: sep-2640-directory-read-pagination',
      'sep-2640-skills-enumeration: sep-2640-capability-declaration-inline',
      'sep-2640-skills-enumeration: sep-2640-capability-requires-resources',
      'sep-2640-skills-enumeration: sep-2640-capability-commits-to-methods',
      'sep-2640-skills-enumeration: sep-2640-capability-empty-object',
      'sep-2640-skills-enumeration: sep-2640-skills-list-implemented',
      'sep-2640-skills-enumeration: sep-2640-skills-list-pagination',
      'sep-2640-skills-enumeration: sep-2640-skills-list-entry-atomic',
      'sep-2640-skills-enumeration: sep-2640-skills-list-cache-attributes',
      'sep-2640-skills-enumeration: sep-2640-entry-uri-required',
      'sep-2640-skills-enumeration: sep-2640-entry-frontmatter-required',
      'sep-2640-skills-enumeration: sep-2640-entry-uri-matches-frontmatter-name',
      'sep-2640-skills-enumeration: sep-2640-skill-uri-scheme',
      'sep-2640-skills-enumeration: sep-2640-entry-resources-required',
      'sep-2640-skills-enumeration: sep-2640-resources-complete',
      'sep-2640-skills-enumeration: sep-2640-resources-uri-within-skill',
      'sep-2640-skills-enumeration: sep-2640-resources-digest-format',
      'sep-2640-skills-enumeration: sep-2640-resources-size-required',
      'sep-2640-skills-enumeration: sep-2640-limit-resources-per-skill',
      'sep-2640-skills-enumeration: sep-2640-limit-total-size',
      'sep-2640-skills-enumeration: sep-2640-metadata-reserved-prefix',
      'sep-2640-skills-enumeration: sep-2640-name-naming-rules',
      'sep-2640-skills-enumeration: sep-2640-authority-reg-name',
      'sep-2640-skills-enumeration: sep-2640-names-should-be-unique',
      'sep-2640-skills-enumeration: sep-2640-skills-get-implemented',
      'sep-2640-skills-enumeration: sep-2640-skills-get-entry-shape',
      'sep-2640-skills-enumeration: sep-2640-skills-get-cache-attributes',
      'sep-2640-skills-enumeration: sep-2640-skills-get-no-cursor',
      'sep-2640-skills-enumeration: sep-2640-skills-get-unknown-uri-invalid-params',
      'sep-2640-skills-enumeration: sep-2640-skillmd-required',
      'sep-2640-skills-enumeration: sep-2640-skillmd-frontmatter',
      'sep-2640-skills-enumeration: sep-2640-entry-frontmatter-identical',
      'sep-2640-skills-manifest: sep-2640-skillmd-mimetype',
      'sep-2640-skills-manifest: sep-2640-skillmd-metadata-name',
      'sep-2640-skills-manifest: sep-2640-skillmd-metadata-description',
      'sep-2640-skills-manifest: sep-2640-final-segment-equals-name',
      'sep-2640-skills-manifest: sep-2640-meta-prefix',
    ],
  ),
])

/** The exceptions for checks of one feature, in each of these versions. */
function except(reason: string, versions: readonly string[], checks: readonly string[]) {
  return versions.flatMap((version) => checks.map((check) => [`${version}: ${check}`, reason]))
}
