import { discoverInto } from '../../base/discovery/discover-classes.ts'
import { attemptEach } from '../../base/reflection/attempt.ts'
import { markedMethods, placeOfMarked } from '../../base/reflection/marked-methods.ts'
import type { MethodReflection } from '../../base/reflection/class-reflection.ts'
import type { Class } from '../../base/reflection/type-info.ts'
import { classesOf } from '../../base/reflection/type-tree.ts'
import { typeText, unreadableText } from '../../base/reflection/type-text.ts'
import { ListenerAttribute } from './decorators.ts'
import { InvalidListener } from './errors.ts'

/** A method that receives events. */
export interface EventListener {
  readonly class: Class
  readonly methodName: string
  /** The classes of the events that it receives. */
  readonly events: readonly Class[]
}

/** The listeners of an application. */
export class EventListenerRegistry {
  readonly #listeners: EventListener[] = []
  readonly #byPrototype = new Map<object | null, readonly EventListener[]>()

  /** The listeners in the order of registration. */
  get listeners(): readonly EventListener[] {
    return this.#listeners
  }

  /** The classes with listeners. */
  get classes(): ReadonlySet<Class> {
    return new Set(this.#listeners.map((listener) => listener.class))
  }

  /** Adds the methods of a class that are marked with `@Listener()`. Throws `InvalidListener`. */
  register(listener: Class): this {
    const marked = markedMethods(listener, isListener, InvalidListener)
    attemptEach(marked, placeOfMarked, ({ method, owner }) => {
      const events = eventsOf(owner, method)
      this.#listeners.push({ class: listener, methodName: method.name, events })
    })
    this.#byPrototype.clear()
    return this
  }

  /** Returns the listeners of an event in the order of registration. */
  listenersOf(event: object): readonly EventListener[] {
    const prototype = Object.getPrototypeOf(event) as object | null
    let found = this.#byPrototype.get(prototype)
    if (!found) {
      found = this.#listeners.filter(({ events }) => events.some((type) => event instanceof type))
      this.#byPrototype.set(prototype, found)
    }
    return found
  }
}

/** Finds the listeners of an application. */
export class EventListenerDiscovery {
  /** `root` is the folder of the application's package.json, as a path or file URL. */
  static discover(root: string | URL): Promise<EventListenerRegistry> {
    return discoverInto(new EventListenerRegistry(), root)
  }
}

function isListener(use: object): use is ListenerAttribute {
  return use instanceof ListenerAttribute
}

function eventsOf(owner: string, { parameters, at }: MethodReflection): readonly Class[] {
  const [event, ...others] = parameters
  if (!event || others.length > 0) {
    const problem =
      'a listener takes one parameter, the event. Inject everything else in the constructor.'
    throw new InvalidListener(owner, at, problem)
  }
  if (event.type.kind === 'unreadable') {
    throw new InvalidListener(owner, event.at, unreadableText(event.type))
  }
  const classes = classesOf(event.type)
  if (classes) return classes
  throw new InvalidListener(
    owner,
    event.at,
    `cannot determine the events of "${event.name}" (${typeText(event.type)}). ` +
      'Declare a class: events are distinguished by class.',
  )
}
