import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { answerCall } from '#app/api/dispatch.server.ts'
import { operations } from '#app/api/registry.server.ts'

export function loader(args: LoaderFunctionArgs): Promise<Response> {
  return answerCall(args, operations)
}

export function action(args: ActionFunctionArgs): Promise<Response> {
  return answerCall(args, operations)
}
