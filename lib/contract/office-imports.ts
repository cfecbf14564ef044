import { z } from 'zod';
import { dateOrders, delimiters, encodings, questionAudiences } from './import-choices';
import { listings } from './words';

const positive = z.int().min(1).max(1_000_000_000);
const line = z.string().max(10_000);

/** How a file is read. null: the value is detected from the file. */
export const importSettingsSchema = z.strictObject({
  Encoding: z.enum(encodings).nullable().default(null),
  Delimiter: z.enum(delimiters).nullable().default(null),
  Sheet: line.nullable().default(null),
  HeaderLine: positive.nullable().default(null),
  DateOrder: z.enum(dateOrders).nullable().default(null),
  /** The characters that separate several values in a cell. */
  Separators: z
    .string()
    .regex(/^[^\w\s\\]{1,10}$/, { error: 'must be one or more punctuation marks' })
    .default(';|'),
  /** `Target` is the name of a field, or one of `extraTargets`. Columns that are not listed are matched by name. */
  Columns: z
    .array(z.strictObject({ Column: line, Target: line }))
    .max(2000)
    .default([]),
  /** Each `Field` gets its `Value` in every row. */
  Values: z
    .array(z.strictObject({ Field: line, Value: line }))
    .max(100)
    .default([]),
  Corrections: z
    .array(z.strictObject({ Line: positive, Column: line, Value: line }))
    .max(2000)
    .default([]),
  /** The system that the IDs in the file come from. */
  Source: z.string().trim().min(1).max(100).default('file'),
  /** Whether an address without coordinates gets the coordinates of its suburb. */
  Place: z.boolean().default(true),
  SkipBad: z.boolean().default(false),
  /** Whether nobody from the file is listed in the public directory, whatever its rows say. */
  ListNobody: z.boolean().default(false),
  /** Whether members who are not in the file are removed. */
  Replace: z.boolean().default(false),
  /** The answer to each group of problems, by the group's key. */
  Answers: z
    .array(z.strictObject({ Group: line, Answer: line }))
    .max(2000)
    .default([]),
  /** Whether new memberships may be without end, although no row has a last day. */
  Endless: z.boolean().default(false),
});
export type ImportSettings = z.infer<typeof importSettingsSchema>;

const rowProblemSchema = z.object({
  Line: z.number(),
  /** The column with the problem. null: the problem concerns the row as a whole. */
  Column: z.string().nullable(),
  Value: z.string(),
  Reason: z.string(),
  /** The person or the company in the row. */
  Name: z.string(),
});
export type RowProblem = z.infer<typeof rowProblemSchema>;

const problemGroupSchema = z.object({
  Key: z.string(),
  /** A name in `causes` of `lib/transfer/import/causes.ts`. */
  Cause: z.string(),
  Column: z.string().nullable(),
  Count: z.number(),
  /** Some of the different values. */
  Examples: z.array(z.string()),
  /** The first rows. */
  Rows: z.array(rowProblemSchema),
  /** If there are none, the problem is only reported. */
  Answers: z.array(z.string()),
  /** The answer that is chosen until somebody chooses another. null: somebody has to choose. */
  Preset: z.string().nullable(),
  /** null: nobody has answered. Nothing is written before somebody has. */
  Answer: z.string().nullable(),
});
export type ProblemGroup = z.infer<typeof problemGroupSchema>;

const rowChangeSchema = z.object({
  Line: z.number(),
  Number: z.string(),
  Name: z.string(),
  /** The changed values. For a new member, the list is empty. */
  Values: z.array(z.object({ Field: z.string(), Before: z.unknown(), After: z.unknown() })),
});
export type RowChange = z.infer<typeof rowChangeSchema>;

/** The result of a check or an import. The lists with rows contain only the first rows. */
export const importReportSchema = z.object({
  Table: z
    .object({
      Encoding: z.string().nullable(),
      /** If the encoding is a guess: some words that look different in another encoding. */
      EncodingWords: z.array(z.string()).default([]),
      Delimiter: z.string().nullable(),
      HeaderLine: z.number(),
      DateOrder: z.enum(dateOrders),
      Sheets: z.array(z.string()),
      Sheet: z.string().nullable(),
    })
    .nullable(),
  Columns: z.array(
    z.object({
      Column: z.string(),
      Target: z.string(),
      /** For a column that is not imported: a description of its content, such as "598 dates". */
      Content: z.string().nullable(),
      Samples: z.array(z.string()),
      /** If there is a question with the column's name: who sees its answers. The import does not change this. */
      Audience: z.enum(questionAudiences).nullable().default(null),
    }),
  ),
  /** The names of the fields into which a column can be imported. */
  Fields: z.array(z.string()),
  /** The reason why the file as a whole cannot be imported. `Code` is for programs. */
  Problem: z.object({ Code: z.string().nullable(), Text: z.string() }).nullable(),
  /** The changes. Rows that cannot be read are not included. */
  Preview: z
    .object({
      Created: z.number(),
      Updated: z.number(),
      Unchanged: z.number(),
      Removed: z.number(),
      NewNames: z.object({
        Types: z.array(z.string()),
        Categories: z.array(z.string()),
        Chapters: z.array(z.string()),
        Addons: z.array(z.string()),
        Extras: z.array(z.string()),
      }),
      CreatedRows: z.array(rowChangeSchema),
      UpdatedRows: z.array(rowChangeSchema),
      RemovedMembers: z.array(z.object({ Number: z.string(), Name: z.string() })),
      /** What the public directory shows of the file's members. Absent in a report of an earlier release. */
      Publication: z
        .object({
          /** How many of them become public. */
          Added: z.number(),
          Counts: z.record(z.enum(listings), z.number()),
          /** As the public will see them. */
          Examples: z.array(
            z.object({
              Name: z.string(),
              Values: z.array(z.object({ Field: z.string(), Value: z.string() })),
            }),
          ),
        })
        .nullable()
        .default(null),
    })
    .nullable(),
  Read: z.number(),
  /** The number of rows that cannot be read. */
  Bad: z.number(),
  Unplaced: z.number(),
  /** The number of new memberships that never end. */
  Endless: z.number(),
  /** The number of people whose coordinates were not imported, because the coordinates may show where people live. */
  HomesLeftOut: z.number(),
  /** The number of rows of erased persons. These rows are not imported. */
  Erased: z.number(),
  /** The number of members who are not in the file but are kept, because rows could not be read. */
  Kept: z.number(),
  /** All problems by cause: first those that somebody has to answer, and those that are only reported last. */
  Groups: z.array(problemGroupSchema).default([]),
  /** The number of groups that the list does not have. */
  MoreGroups: z.number().default(0),
  IsWritten: z.boolean(),
  /** The run in the journal. null: nothing was written. */
  RunID: z.string().nullable(),
});
export type ImportReport = z.infer<typeof importReportSchema>;

/**
 * `uploaded`: the job waits, because other jobs are running. `stopped`: somebody stopped the job. `failed`: the job
 * ended without a result.
 */
const importStates = [
  'uploaded',
  'checking',
  'checked',
  'importing',
  'imported',
  'stopped',
  'failed',
] as const;

/**
 * The steps of a check or an import, in their order. A check compares the rows with the members, and an import writes
 * them. Only an import is finished.
 */
export const importPhases = [
  'opening',
  'reading',
  'checking',
  'comparing',
  'writing',
  'duplicates',
  'finishing',
] as const;

export interface ImportProgress {
  phase: (typeof importPhases)[number];
  done: number;
  /** null: not known yet. */
  total: number | null;
}

export const officeImportSchema = z.object({
  ID: z.string(),
  Name: z.string(),
  UploadedAt: z.string(),
  /** When the file will be deleted. */
  DeletedAt: z.string(),
  Bytes: z.number(),
  State: z.enum(importStates),
  Progress: z
    .object({ Phase: z.enum(importPhases), Done: z.number(), Total: z.number().nullable() })
    .nullable(),
  Settings: importSettingsSchema,
  Report: importReportSchema.nullable(),
});
export type OfficeImport = z.infer<typeof officeImportSchema>;

export const officeImportsSchema = z.object({
  Imports: z.array(officeImportSchema.omit({ Report: true, Settings: true })),
});
export const oneImportSchema = z.object({ Import: officeImportSchema });
