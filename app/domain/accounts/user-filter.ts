export const userFilter = { active: 1, inactive: 2, partner: 3, staff: 4 } as const

export type UserFilter = (typeof userFilter)[keyof typeof userFilter]

export const userSorts = ['id', 'name', 'email'] as const // the first one is the default

export type UserSort = (typeof userSorts)[number]
