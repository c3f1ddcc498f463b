/** Which accounts the list of the back-office shows. */
export const userFilter = { active: 1, inactive: 2, partner: 3, staff: 4 } as const

export type UserFilter = (typeof userFilter)[keyof typeof userFilter]

/** By what the list is sorted; the first is the usual one. */
export const userSorts = ['id', 'name', 'email'] as const

export type UserSort = (typeof userSorts)[number]
