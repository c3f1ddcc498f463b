import type { ComponentPropsWithoutRef } from 'react'
import { addFormOwner } from '#app/domain/accounts/form-owner.ts'
import type { DataAttributes } from '#app/ui/forms/field-frame.tsx'
import { useFormOwner } from '#app/ui/forms/form-owner.ts'

type FileFormProps = DataAttributes &
  Omit<ComponentPropsWithoutRef<'form'>, 'method' | 'encType' | 'action' | 'className'> & {
    action: string
    className?: string | undefined
  }

/** Shows a form with files. The owner is in its address, because the guard runs before the body is read. */
export function FileForm({ action, ...form }: FileFormProps) {
  const owner = useFormOwner()
  return <form method="post" action={addFormOwner(action, owner)} encType="multipart/form-data" {...form} />
}
