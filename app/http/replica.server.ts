import type { RequestArgs } from '#app/http/context.server.ts'
import { runOnReplica } from '#app/models/platform/replica/read-scope.server.ts'

/** Runs `read` on the replica, which may lag, unless this person has just sent a form. */
export function readFromReplica<T>({ context }: RequestArgs, read: () => T): T {
  return context.isLagAllowed ? runOnReplica(read) : read()
}

/** Iterates over `rows` and reads each of them as `readFromReplica` does. */
export function iterateFromReplica<Row>(args: RequestArgs, rows: AsyncIterable<Row>): AsyncIterable<Row> {
  return {
    [Symbol.asyncIterator]() {
      const iterator = rows[Symbol.asyncIterator]()
      return {
        next: () => readFromReplica(args, () => iterator.next()),
        return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
      }
    },
  }
}
