import { parseWithZod } from '@conform-to/zod/v4'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type TypedResponse } from '@remix-run/node'
import { z } from 'zod'
import { maxFields, readForm } from '#app/http/responses.server.ts'

type Submitted<Asker, Found, Value> = {
  viewer: Asker
  record: Found
  /** the validated fields of the form */
  values: Value
  form: FormData
  args: ActionFunctionArgs
}

/** An error of the form, at its fields or as a whole. */
type Fault = { status?: 400 | 409; formErrors?: string[]; fieldErrors?: Record<string, string[]> }
type Reply = Response | TypedResponse<never> | Fault

type Question<Asker, Found, Shown, Schema extends z.ZodType, Result> = {
  /** runs first, both for the page and for its form */
  guard(args: LoaderFunctionArgs): Promise<Asker>
  /** returns the record; throws 404 if the record is unknown or belongs to another person */
  find(args: LoaderFunctionArgs, asker: Asker): Found | Promise<Found>
  /** returns the data that the page shows */
  show(record: Found, args: LoaderFunctionArgs): Shown | Promise<Shown>
  schema(record: Found): Schema | Promise<Schema>
  /** set if the form has several fields per copy, line or unit */
  isLarge?: true
  execute(submitted: Submitted<Asker, Found, z.output<Schema>>): Promise<Result>
  outcome(result: Result, submitted: Submitted<Asker, Found, z.output<Schema>>): Reply | Promise<Reply>
}

/** Schema of a form that has only a button. */
export const noFields = z.object({})

/**
 * Returns loader and action of a page with one question. The keys of `page` must stand in the sequence of the
 * type, because TypeScript infers the type of each key from the keys before it.
 */
export function defineQuestion<Asker, Found, Shown, Schema extends z.ZodType, Result>(
  page: Question<Asker, Found, Shown, Schema, Result>,
) {
  return {
    loader: async (args: LoaderFunctionArgs) => {
      const asker = await page.guard(args)
      return page.show(await page.find(args, asker), args)
    },
    action: async (args: ActionFunctionArgs) => {
      const viewer = await page.guard(args)
      const record = await page.find(args, viewer)
      const form = await readForm(args.request, page.isLarge ? maxFields.large : undefined)
      const submission = parseWithZod(form, { schema: await page.schema(record) })
      if (submission.status !== 'success') return data(submission.reply(), { status: 400 })
      const submitted = { viewer, record, values: submission.value, form, args }
      const reply = await page.outcome(await page.execute(submitted), submitted)
      if ('headers' in reply) return reply
      const { status = 400, ...faults } = reply
      return data(submission.reply(faults), { status })
    },
  }
}

/** Returns the actor that the history records for staff. */
export function toStaffActor({ userId }: { userId: number }) {
  return { actorUserId: userId, source: 'staff' }
}
