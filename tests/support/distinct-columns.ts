/** Setup of the server tests: a query with two columns of one name fails. The driver would return the last of them without an error. */
import { createRequire } from 'node:module';

type Result = { addFields(fields: readonly { readonly name: string }[]): void; parseRow(row: unknown): object };
const { prototype } = createRequire(import.meta.url)('pg/lib/result.js') as {
  prototype: Result & { isChecked?: true };
};

if (!prototype.isChecked) {
  prototype.isChecked = true;
  const { addFields } = prototype;
  prototype.addFields = function (fields) {
    addFields.call(this, fields);
    const names = fields.map(({ name }) => name);
    const repeated = names.filter((name, at) => names.indexOf(name) !== at);
    if (repeated.length === 0) return;
    this.parseRow = () => {
      throw new Error(`The result has two columns of one name: ${repeated.join(', ')}`);
    };
  };
}
