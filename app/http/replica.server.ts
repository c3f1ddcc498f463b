import type { RequestArgs } from '#app/http/context.server.ts'
import { readingFromReplica } from '#app/models/platform/replica/read-scope.server.ts'

/** Runs `read` on the replica, which may lag, unless this person has just sent a form. */
export function fromReplica<T>({ context }: RequestArgs, read: () => T): T {
  return context.mayLag ? readingFromReplica(read) : read()
}

export function eachFromReplica<Row>(args: RequestArgs, rows: AsyncIterable<Row>): AsyncIterable<Row> {
  return {
    [Symbol.asyncIterator]() {
      const each = rows[Symbol.asyncIterator]()
      return {
        next: () => fromReplica(args, () => each.next()),
        return: async () => (await each.return?.()) ?? { done: true, value: undefined },
      }
    },
  }
}
