// What Hey API's generator makes, and of what.
export default {
  input: "openapi.json",
  output: { path: "generated/hey-api", importFileExtension: ".js" },
  plugins: ["@hey-api/client-fetch", "@hey-api/sdk", "@hey-api/typescript"],
};
