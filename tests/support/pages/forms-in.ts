import { ownerField } from '#app/domain/accounts/form-owner.ts'
import { type Fields, formBody } from '#tests/support/request.ts'

export type ShownForm = { action: string; isPost: boolean; hasFiles: boolean; html: string }

/** Returns all forms of a page. `action` is '' if a form is sent to its own page. */
export function listForms(html: string): ShownForm[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, attributes = '', content = '']) => ({
    action: /action="([^"]*)"/.exec(attributes)?.[1] ?? '',
    isPost: /method="post"/i.test(attributes),
    hasFiles: /enctype="multipart/i.test(attributes),
    html: content,
  }))
}

/** Returns true if the form sends its owner: in the address if it has files, otherwise in a hidden field. */
export function containsOwner({ action, hasFiles, html }: ShownForm): boolean {
  return hasFiles ? action.includes(`${ownerField}=`) : html.includes(`name="${ownerField}"`)
}

/** Returns true if an editable field of the form has a value. */
export function showsStoredValues({ html }: ShownForm): boolean {
  const inputs = [...html.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag)
  const isFilled = (tag: string) =>
    !/type="(hidden|submit|password)"|disabled=""/.test(tag) &&
    (/type="(checkbox|radio)"/.test(tag) ? /checked=""/.test(tag) : /value="[^"]+"/.test(tag))
  return inputs.some(isFilled) || /<textarea[^>]*>[^<]+</.test(html) || /<option[^>]*selected/.test(html)
}

/** Returns a field of a form, with or without files. */
export function readField(form: Fields | FormData, name: string): string | undefined {
  const value = form instanceof FormData ? form.get(name) : formBody(form).get(name)
  return typeof value === 'string' ? value : undefined
}

export function readSeenVersion(html: string): { form_seen: string } {
  return { form_seen: /name="form_seen" value="([^"]*)"/.exec(html)?.[1] ?? '' }
}
