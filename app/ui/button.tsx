import type { ComponentPropsWithoutRef } from 'react'
import type { DataAttributes } from '#app/ui/forms/field-frame.tsx'
import { Icon, type IconName } from './icons.tsx'

type ButtonLook = {
  variant?: 'main' | 'secondary' | 'quiet' | 'danger' // 'main' has the signal colour, once per page
  icon?: IconName
  wide?: boolean
}

function getButtonClass({ variant = 'secondary', wide }: ButtonLook) {
  return `button button-${variant}${wide ? ' button-wide' : ''}`
}

export type ButtonProps = ButtonLook &
  DataAttributes &
  Omit<ComponentPropsWithoutRef<'button'>, 'className' | 'style'>

export function Button({ variant, icon, wide, type = 'submit', children, ...button }: ButtonProps) {
  return (
    <button {...button} type={type} className={getButtonClass({ variant, wide })}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </button>
  )
}

export type LinkButtonProps = ButtonLook &
  DataAttributes &
  Omit<ComponentPropsWithoutRef<'a'>, 'className' | 'style' | 'href'> & { href: string }

export function LinkButton({ variant, icon, wide, children, ...link }: LinkButtonProps) {
  return (
    <a {...link} className={getButtonClass({ variant, wide })}>
      {icon ? <Icon name={icon} /> : null}
      {children}
    </a>
  )
}
