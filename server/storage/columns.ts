/**
 * Every column of a row by name: one that is missing, or that the row does not have, does not compile. Kept statements
 * never say `*`: PostgreSQL refuses them from the moment at which a newer instance beside this one adds a column.
 */
export const columnsOf =
  <Row>() =>
  <const Names extends readonly (keyof Row)[]>(
    names: Names &
      (keyof Row extends Names[number] ? unknown : { missing: Exclude<keyof Row, Names[number]> }),
  ): Names =>
    names
