import type { Submission, SubmissionResult } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import { data } from '@remix-run/node'
import type { Conflict } from '#app/domain/platform/conflict.ts'
import type { Rights } from '#app/domain/settings/field.ts'
import {
  isProofNeeded,
  restoreRestricted,
  type Setting,
  type SettingName,
  settingIds,
} from '#app/domain/settings/setting.ts'
import { requireProof } from '#app/http/accounts/proof.server.ts'
import { loadConflict, replyWithStored } from '#app/http/conflict.server.ts'
import type { RequestArgs } from '#app/http/context.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import { readForm } from '#app/http/responses.server.ts'
import { requireStaff, requireSuperuser } from '#app/http/staff.server.ts'
import type { Viewer } from '#app/models/accounts/user.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import {
  editValues,
  findSettingValues,
  readSettingVersion,
  type SaveContext,
} from '#app/models/settings/setting.server.ts'
import { paths } from '#app/paths.ts'
import { loadSettingFrame } from '#app/routes/admin/settings/setting-history.server.ts'
import { type Check, makeSettingSchema } from '#app/routes/admin/settings/setting-schema.ts'
import { specTexts } from '#app/text/platform/messages.ts'
import { listFormLabels, type SettingLabels, toFormTexts } from '#app/text/settings/field-labels.ts'

async function requireEditor(args: RequestArgs, rights: Rights): Promise<Viewer> {
  const viewer = await (rights.for === 'superuser' ? requireSuperuser(args) : requireStaff(args))
  if (rights.needsProof) await requireProof(args, viewer)
  return viewer
}

/** Loads a setting's page for people who may change the setting. */
export async function loadSetting<Values>(
  args: RequestArgs,
  setting: Setting<Values>,
  labels: SettingLabels<Values>,
) {
  const { isSuperuser } = await requireEditor(args, setting)
  const [stored, frame] = await Promise.all([findSettingValues(setting), loadSettingFrame(setting.name)])
  return { saved: toFormTexts(setting, labels, stored), isSuperuser, ...frame }
}

type SaveOptions<Values> = {
  check?: Check<Values>
  save?: (values: Values, saveContext: SaveContext) => Promise<void>
  location?: string
}

/** Saves a setting's form. Ignores changes of other staff to fields that only superusers may change. */
export async function saveSetting<Values>(
  args: RequestArgs,
  setting: Setting<Values>,
  labels: SettingLabels<Values>,
  { check, save, location = paths.admin.settings() }: SaveOptions<Values> = {},
) {
  const viewer = await requireEditor(args, setting)
  const schema = makeSettingSchema(setting, labels, check)
  const submission = parseWithZod(await readForm(args.request), { schema })
  if (submission.status !== 'success') return makeSettingReply(submission)
  const { lock_version, values: typed } = submission.value
  const stored = (await findSettingValues(setting)) ?? typed
  const values = viewer.isSuperuser ? typed : restoreRestricted(setting, { stored, typed })
  if (isProofNeeded(setting, { stored, typed: values })) await requireProof(args, viewer)
  const saveContext = { seenVersion: lock_version, actorUserId: viewer.userId }
  return saveSettingOrConflict(
    save ? save(values, saveContext) : editValues(setting, values, saveContext),
    {
      name: setting.name,
      labels: listFormLabels(setting, labels),
      loadStored: async () => toFormTexts(setting, labels, await findSettingValues(setting)),
      typed: toFormTexts(setting, labels, values),
    },
    { submission, location },
  )
}

type Texts = Readonly<Record<string, string>>
/** The reply to a failed save; `lock_version` is the version for the next save. */
export type SettingReply = {
  result: SubmissionResult<string[]>
  conflict: Conflict | null
  lock_version: number | null
}

/** Returns the form with its errors; `fieldErrors` are errors that the save found, by field name. */
export function makeSettingReply<Value>(
  submission: Submission<Value>,
  fieldErrors?: Record<string, string[]>,
) {
  const reply: SettingReply = {
    result: submission.reply(fieldErrors && { fieldErrors }),
    conflict: null,
    lock_version: parseSeenVersion(submission.payload),
  }
  return data(reply, { status: 400 })
}

const versionPattern = /^\d{1,9}$/

function parseSeenVersion({ lock_version }: Record<string, unknown>): number | null {
  return typeof lock_version === 'string' && versionPattern.test(lock_version) ? Number(lock_version) : null
}

type SettingTexts = {
  name: SettingName
  labels: Texts
  /** returns the stored texts by field name */
  loadStored: () => Promise<Texts>
  /** typed texts by field name */
  typed: Texts
}

/** Redirects after the save. Returns 409 with both versions if another person saved other values. */
export async function saveSettingOrConflict<Value>(
  pendingSave: Promise<void>,
  { name, labels, loadStored, typed }: SettingTexts,
  { submission, location }: { submission: Submission<Value>; location: string },
) {
  try {
    await pendingSave
    return redirectAfterSave(location)
  } catch (error) {
    if (!(error instanceof StaleRecordError)) throw error
    const lock_version = await readSettingVersion(name)
    const record = { entity: 'setting' as const, id: settingIds[name] }
    const saved = await loadStored()
    const versions = { labels, stored: saved, typed, sent: submission.payload, saved }
    const conflict = await loadConflict(record, versions)
    if (conflict.fields.length === 0) return redirectAfterSave(location)
    const result = replyWithStored(submission.reply(), versions)
    const reply: SettingReply = { result, conflict, lock_version }
    return data(reply, { status: 409 })
  }
}

function redirectAfterSave(location: string) {
  return redirectWithFlash(location, { tone: 'good', text: specTexts.saved })
}
