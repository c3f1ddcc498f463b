import { createContext, useContext } from 'react'

const FormOwnerContext = createContext<string | undefined>(undefined)

/** Every page sets it; undefined for visitors and on cached pages. */
export const FormOwnerProvider = FormOwnerContext.Provider
export const useFormOwner = () => useContext(FormOwnerContext)
