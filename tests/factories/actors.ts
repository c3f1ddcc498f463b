/** The staff, of whom a test does not care who it is. */
export const byStaff = { actorUserId: null, source: 'staff' }
