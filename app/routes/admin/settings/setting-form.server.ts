import type { Submission, SubmissionResult } from '@conform-to/react'
import { data } from '@remix-run/node'
import type { Conflict } from '#app/domain/platform/conflict.ts'
import { conflictOf, replyWithStored } from '#app/http/conflict.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { countSettingEdits, type SettingName, settingIds } from '#app/models/settings/setting.server.ts'
import { specified } from '#app/text/platform/messages.ts'

type Texts = Readonly<Record<string, string>>
/** What a form shows after a save that did not go through; `lock_version` is what the next save has seen. */
export type SettingReply = {
  result: SubmissionResult<string[]>
  conflict: Conflict | null
  lock_version: number | null
}

/** The form once more with what is wrong in it, and what only saving found, by field name. */
export function settingFaults<Value>(submission: Submission<Value>, fieldErrors?: Record<string, string[]>) {
  const reply: SettingReply = {
    result: submission.reply(fieldErrors && { fieldErrors }),
    conflict: null,
    lock_version: seenIn(submission.payload),
  }
  return data(reply, { status: 400 })
}

function seenIn({ lock_version }: Record<string, unknown>): number | null {
  return typeof lock_version === 'string' && /^\d{1,9}$/.test(lock_version) ? Number(lock_version) : null
}

type Form = {
  name: SettingName
  labels: Texts
  /** what is stored now, by field name */
  stored: () => Promise<Texts>
  /** what was typed, by field name */
  typed: Texts
}

/** Saves and leads back to `location`; 409 with both versions when somebody else saved something else in between. */
export async function saveOrConflict<Value>(
  save: Promise<void>,
  { name, labels, stored, typed }: Form,
  { submission, location }: { submission: Submission<Value>; location: string },
) {
  try {
    await save
    return savedAt(location)
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    const lock_version = await countSettingEdits(name)
    const record = { entity: 'setting' as const, id: settingIds[name] }
    const saved = await stored()
    const versions = { labels, stored: saved, typed, sent: submission.payload, saved }
    const conflict = await conflictOf(record, versions)
    if (conflict.fields.length === 0) return savedAt(location)
    const result = replyWithStored(submission.reply(), versions)
    const reply: SettingReply = { result, conflict, lock_version }
    return data(reply, { status: 409 })
  }
}

function savedAt(location: string) {
  return redirectWithFlash(location, { tone: 'good', text: specified.saved })
}
